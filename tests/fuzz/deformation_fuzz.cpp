// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cstdlib>
#include <memory>

#include "deformation_runs.hpp"
#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"

namespace bitvox::deformation {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

// What is within its range stays so, and is soon done.
void make_small(Options& options) {
  options.nodes = std::min<std::int64_t>(options.nodes, 150);
  if (options.node_spacing > 0) options.node_spacing = std::max(options.node_spacing, 0.4);
  options.frames = std::min<std::int64_t>(options.frames, 2);
  options.steps = options.steps <= 0 ? 6 : std::min<std::int64_t>(options.steps, 12);
  options.enforce_every = std::min(options.enforce_every, 6);
  // Of voxels that are long in one direction there are many cells.
  Spacing& spacing = options.spacing;
  if (spacing.x > 3 || spacing.y > 3 || spacing.z > 3) spacing = {};
}

FuzzRun make(FuzzBytes& bytes) {
  const Shape shape = bytes.shape(70, 7, 6);
  const auto mask = std::make_shared<BitVolume>(bytes.bits(shape));
  const auto grey = std::make_shared<GreyVolume>(bytes.grey(shape, bytes.grey_type()));
  Options options;
  options.nodes = 100;
  fuzz::fuzz_fields(bytes, options);
  make_small(options);
  const bool has_displacement = bytes.yes(), has_warped = bytes.yes();
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    test::KeepFrames frames;
    bitvox::test::Bits bits;
    fuzz::FuzzSink displacement(bits), warped(bits);
    Outputs outputs;
    outputs.frames = &frames;
    if (has_displacement) outputs.displacement = &displacement;
    if (has_warped) {
      outputs.grey = grey.get();
      outputs.warped = &warped;
    }
    const Result result = deform(*mask, options, outputs, progress);
    if (frames.numbers.size() != result.table.step.size()) std::abort();
    for (const auto& frame : frames.displacements)
      for (const Vector& moved : frame)
        for (const double number : moved) bits.add(number);
    bits.add(result.nodes).add(result.held).add(result.isolated).add(result.time_step);
    bits.add(result.steps).add(result.diverged_at).add(result.table.near_force);
    return bits.add(result.table.far_force).add(result.table.elastic_energy);
  };
}

const fuzz::FuzzOperation operation("deformation", make);

}  // namespace
}  // namespace bitvox::deformation
