// SPDX-License-Identifier: BSD-2-Clause
#include "ops/stiffness/stiffness.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/backends/run_on.hpp"
#include "core/error.hpp"
#include "core/options/check_fields.hpp"
#include "core/threads/onward.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/packing.hpp"
#include "cpu/packing_rows.hpp"
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

// Of all load cases.
struct Cases {
  std::vector<Case> cases;
  Tensor tensor{};
};

Cases run_cases(const Job& job, Progress& progress) {
  Cases found;
  const Direction direction = job.options.direction;
  if (direction == Direction::kTensor) {
    found.cases = run_tensor(job, found.tensor, progress);
  } else if (direction == Direction::kAll) {
    for (int axis = 0; axis < 3; ++axis) {
      PhaseProgress part(progress, axis, axis + 1, 3);
      found.cases.push_back(run_axis(job, axis, part));
    }
  } else {
    found.cases.push_back(run_axis(job, static_cast<int>(direction), progress));
  }
  return found;
}

void add_tensor(const Tensor& tensor, Result& result) {
  const Orthotropic found = best_orthotropic(tensor);
  result.tensor.assign(tensor.begin(), tensor.end());
  result.axes.assign(found.axes.begin(), found.axes.end());
  result.orthotropic.assign(found.constants.begin(), found.constants.end());
  result.unorthotropic = found.rest;
}

// The maps, of which it is known whether any slice has left: the first wanted one is written first.
struct WatchedMaps {
  explicit WatchedMaps(const Maps& to) : maps(to) {
    for (SliceSink** map : {&maps.energy, &maps.strain, &maps.stress, &maps.displacement}) {
      if (*map == nullptr || first) continue;
      *map = &first.emplace(**map);
    }
  }
  ~WatchedMaps() = default;
  WatchedMaps(const WatchedMaps&) = delete;
  WatchedMaps& operator=(const WatchedMaps&) = delete;

  std::optional<WatchedSink> first;
  Maps maps;
};

// Below this a CPU is done before a GPU has been given its work.
constexpr std::int64_t kGpuPaysElements = std::int64_t{1} << 16;

}  // namespace

Result stiffness(const Body& body, const Options& options, const Maps& maps, Progress& whole) {
  Onward progress(whole);
  check(body, options, maps);
  const int threads = thread_count(options.threads);
  // Before anything is read: a backend that is not there is an error.
  choose_backend(requested_backend(options.backend), GpuUse::kPays, &progress);
  Result result;
  result.voxels = shape_of(body).voxel_count();
  auto [reading, rest] = progress_parts(progress, 1, 19);
  Progress& running = rest;
  const Solid solid = read_solid(body, options, threads, reading);
  result.solid = packing_rows().count_bits(solid.voxels().words(), solid.shape().word_count());
  result.contrast = solid.contrast();
  if (result.solid == 0) throw UnsuitableImage("no voxel of the image has a material");
  WatchedMaps watched(maps);
  const Cases found = run_on(
      options.backend, result.solid < kGpuPaysElements ? GpuUse::kTooSmall : GpuUse::kPays,
      result.run,
      [&](Gpu) {
        const auto make = [&](const Structure& structure, Progress& part) {
          return make_engine_cuda(structure, threads, part);
        };
        return run_cases({solid, options, "cuda", make, threads, watched.maps}, running);
      },
      [&](InstructionSet instructions) {
        const auto make = [&](const Structure& structure, Progress& part) {
          return make_engine_cpu(instructions, structure, threads, part);
        };
        return run_cases({solid, options, name_of(instructions), make, threads, watched.maps},
                         running);
      },
      watched.first ? &*watched.first : nullptr, &progress);
  result.cases = found.cases;
  const bool is_tensor = options.direction == Direction::kTensor;
  if (std::all_of(result.cases.begin(), result.cases.end(),
                  [](const Case& of) { return of.elements == 0; })) {
    throw UnsuitableImage(is_tensor ? "nothing in the image goes on through its borders"
                                    : "nothing in the image joins the plates by faces of voxels");
  }
  if (is_tensor) add_tensor(found.tensor, result);
  progress.report(1, 1);
  return result;
}

}  // namespace bitvox::stiffness
