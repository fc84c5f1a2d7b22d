// SPDX-License-Identifier: BSD-2-Clause
#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"
#include "ops/sample_match/sample_match.hpp"

namespace bitvox::sample_match {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

FuzzRun make_run(FuzzBytes& bytes) {
  Options options;
  fuzz::fuzz_fields(bytes, options);
  options.seed = bytes.between(0, kLargestSeed);
  options.frames = bytes.integer(1, 6);
  options.width = bytes.integer(kLeastSide, 200);
  options.height = bytes.integer(kLeastSide, 200);
  return [=](const std::string&, int threads, Progress& progress) mutable {
    options.threads = threads;
    test::Bits bits;
    fuzz::FuzzSink movie(bits, test::Bits::Kind::kWhole);
    const Result truth = make(options, {&movie, nullptr, nullptr, nullptr}, progress);
    fuzz::FuzzSink classes(bits), players(bits), background(bits, test::Bits::Kind::kWhole);
    make(options, {nullptr, &classes, nullptr, nullptr}, progress);
    make(options, {nullptr, nullptr, &players, nullptr}, progress);
    make(options, {nullptr, nullptr, nullptr, &background}, progress);
    bits.add(truth.frame).add(truth.kit).add(truth.player).add(truth.area);
    for (const auto& sums : truth.sums) bits.add(sums);
    for (const auto& side : truth.box) bits.add(side);
    return bits;
  };
}

const fuzz::FuzzOperation operation("sample_match", make_run);

}  // namespace
}  // namespace bitvox::sample_match
