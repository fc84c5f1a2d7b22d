// SPDX-License-Identifier: BSD-2-Clause
#include "ops/stiffness/stiffness.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include "core/error.hpp"
#include "core/options/check_fields.hpp"
#include "core/threads/onward.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/stiffness/stiffness_body.hpp"
#include "ops/stiffness/stiffness_run.hpp"
#include "ops/stiffness/stiffness_tensor.hpp"

namespace bitvox::stiffness {
namespace {

void check(const Body& body, const Options& options, const Maps& maps) {
  check_fields(options);
  check_spacing(options.spacing);
  check_materials(body);
  const bool is_tensor = options.direction == Direction::kTensor;
  const bool has_maps = maps.energy != nullptr || maps.strain != nullptr ||
                        maps.stress != nullptr || maps.displacement != nullptr;
  if (has_maps && (is_tensor || options.direction == Direction::kAll)) {
    throw InvalidInput("there are maps of one load case only; use direction=x, y or z");
  }
  if (is_tensor) return;
  if (options.load == Load::kShear && options.plates == Plates::kSlipping) {
    throw InvalidInput("plates that slip cannot shear; use plates=fixed");
  }
  const Shape& shape = shape_of(body);
  const std::array<std::int64_t, 3> sizes{shape.width, shape.height, shape.depth};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const bool is_loaded =
        options.direction == Direction::kAll || static_cast<std::size_t>(options.direction) == axis;
    if (is_loaded && sizes[axis] < 2) {
      throw InvalidInput(std::string("there is one layer of voxels between the plates along ") +
                         "xyz"[axis] + "; two are needed at least");
    }
  }
}

std::int64_t count_voxels(const BitVolume& volume) {
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < volume.shape().word_count(); ++i) {
    count += std::popcount(volume.words()[i]);
  }
  return count;
}

void add_tensor(const Tensor& tensor, Result& result) {
  const Orthotropic found = best_orthotropic(tensor);
  result.tensor.assign(tensor.begin(), tensor.end());
  result.axes.assign(found.axes.begin(), found.axes.end());
  result.orthotropic.assign(found.constants.begin(), found.constants.end());
  result.unorthotropic = found.rest;
}

}  // namespace

Result stiffness(const Body& body, const Options& options, const Maps& maps, Progress& whole) {
  Onward progress(whole);
  check(body, options, maps);
  const int threads = thread_count(options.threads);
  const Backend backend = choose_backend(requested_backend(options.backend), GpuUse::kTooSmall);
  if (!backend.instructions) {
    throw InvalidInput("stiffness is computed on the CPU; use backend=auto");
  }
  const InstructionSet instructions = *backend.instructions;
  Result result;
  result.run.backend = name_of(instructions);
  result.voxels = shape_of(body).voxel_count();
  const bool is_tensor = options.direction == Direction::kTensor;
  const bool is_all = options.direction == Direction::kAll;
  auto [reading, running] = progress_parts(progress, 1, 19);
  const Solid solid = read_solid(body, options, threads, reading);
  result.solid = count_voxels(solid.voxels());
  if (result.solid == 0) throw UnsuitableImage("no voxel of the image has a material");
  const Job job{solid, options, instructions, threads, maps};
  if (is_tensor) {
    Tensor tensor{};
    result.cases = run_tensor(job, tensor, running);
    add_tensor(tensor, result);
  } else if (is_all) {
    for (int axis = 0; axis < 3; ++axis) {
      PhaseProgress part(running, axis, axis + 1, 3);
      result.cases.push_back(run_axis(job, axis, part));
    }
  } else {
    result.cases.push_back(run_axis(job, static_cast<int>(options.direction), running));
  }
  if (std::all_of(result.cases.begin(), result.cases.end(),
                  [](const Case& of) { return of.elements == 0; })) {
    throw UnsuitableImage(is_tensor ? "nothing in the image goes on through its borders"
                                    : "nothing in the image joins the plates by faces of voxels");
  }
  progress.report(1, 1);
  return result;
}

}  // namespace bitvox::stiffness
