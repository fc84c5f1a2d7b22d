// SPDX-License-Identifier: BSD-2-Clause
#include <memory>

#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"
#include "ops/permeability/permeability.hpp"

namespace bitvox::permeability {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

FuzzRun make(FuzzBytes& bytes) {
  const std::int64_t least = bytes.rarely() ? 1 : 2;
  const auto volume = std::make_shared<BitVolume>(bytes.bits(bytes.shape(70, 12, 10, least)));
  Options options;
  fuzz::fuzz_fields(bytes, options);
  options.max_steps = bytes.between(bytes.rarely() ? 0 : 20, 60);
  const bool velocity = bytes.yes() && options.direction != Direction::kAll;
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    test::Bits bits;
    fuzz::FuzzSink sink(bits);
    const Result result = measure(*volume, options, velocity ? &sink : nullptr, progress);
    bits.add(result.pores);
    for (const Flow& flow : result.flows) {
      bits.add(flow.connected).add(flow.steps).add(flow.tau).add(flow.spread).add(flow.change);
      bits.add(flow.mean_velocity).add(flow.max_velocity);
      for (const double k : flow.permeability) bits.add(k);
    }
    return bits;
  };
}

const fuzz::FuzzOperation operation("permeability", make);

}  // namespace
}  // namespace bitvox::permeability
