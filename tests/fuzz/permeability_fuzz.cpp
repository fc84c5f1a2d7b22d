// SPDX-License-Identifier: BSD-2-Clause
#include <memory>

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
  options.phase = bytes.one_of({Phase::kForeground, Phase::kBackground});
  options.direction = bytes.one_of({Direction::kX, Direction::kY, Direction::kZ, Direction::kAll});
  options.sides = bytes.one_of({Sides::kWalls, Sides::kPeriodic, Sides::kMirrored});
  options.ends = bytes.one_of({Ends::kAuto, Ends::kPeriodic, Ends::kMirrored});
  options.tau = bytes.yes() ? 0 : bytes.number(0.55, 5);
  options.precision = bytes.one_of({32, 16});
  options.max_steps = bytes.between(bytes.rarely() ? 0 : 20, 60);
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    test::Bits bits;
    const Result result = measure(*volume, options, VelocityImage::kVector, nullptr, progress);
    bits.add(result.pores);
    for (const Flow& flow : result.flows) {
      bits.add(flow.connected).add(flow.steps).add(flow.tau).add(flow.spread).add(flow.change);
      bits.add(flow.mean_velocity).add(flow.max_velocity);
      for (const double k : flow.k) bits.add(k);
    }
    return bits;
  };
}

const fuzz::FuzzOperation operation("permeability", make);

}  // namespace
}  // namespace bitvox::permeability
