// SPDX-License-Identifier: BSD-2-Clause
// The usual problem: a planted motif in 20 sequences of 600 letters. Names: motif/BACKEND/L_D,
// whole calls from letters to motifs with their sites. BITVOX_MOTIF_LONG=1 adds those that take
// minutes.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>

#include "../native/motif_reference.hpp"
#include "whole_calls.hpp"

namespace bitvox::motif {
namespace {

const bool registered = [] {
  const bool all = std::getenv("BITVOX_MOTIF_LONG") != nullptr;
  for (const std::string& backend : bitvox::test::available_backends()) {
    const int largest = backend == "cuda" ? (all ? 23 : 21) : (all ? 21 : 17);
    for (int length = 13, distance = 4; length <= largest; length += 2, ++distance) {
      const std::string name = std::to_string(length) + "_" + std::to_string(distance);
      benchmark::RegisterBenchmark(
          ("motif/" + backend + "/" + name).c_str(),
          [=](benchmark::State& state) {
            const auto sequences = test::sample({20, 600, length, distance, 0.5, 1});
            Options options;
            options.length = length;
            options.distance = distance;
            options.backend = backend;
            NoProgress progress;
            bitvox::test::whole_calls(state, [&] {
              benchmark::DoNotOptimize(find(sequences, options, progress).size());
            });
          })
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
    }
  }
  return true;
}();

}  // namespace
}  // namespace bitvox::motif
