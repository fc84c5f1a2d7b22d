// SPDX-License-Identifier: BSD-2-Clause
#include "ops/minimal_path/minimal_path.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/backends/run_on.hpp"
#include "core/options/check_fields.hpp"
#include "core/threads/onward.hpp"
#include "ops/geodesic/geodesic_terrain.hpp"
#include "ops/minimal_path/minimal_path_points.hpp"
#include "ops/minimal_path/minimal_path_search.hpp"

namespace bitvox::minimal_path {
namespace {

// The most that an array of Java holds.
constexpr std::int64_t kMostVoxels = std::numeric_limits<std::int32_t>::max();

using Lengths = std::array<double, paths::kStepCodes>;

Lengths step_lengths(const Spacing& spacing) {
  Lengths lengths{};
  for (unsigned code = 1; code < paths::kStepCodes; ++code) {
    const double x = (code & 1) != 0 ? spacing.x : 0;
    const double y = (code & 2) != 0 ? spacing.y : 0;
    const double z = (code & 4) != 0 ? spacing.z : 0;
    lengths[code] = std::sqrt(x * x + y * y + z * z);
  }
  return lengths;
}

// Puts paths into the result, one after the other.
class PathList {
 public:
  PathList(const Shape& shape, const Spacing& spacing, Result& result)
      : shape_(shape), steps_(step_lengths(spacing)), result_(result) {}

  // sum: -1 where there is none.
  void add(std::int64_t sum, const std::vector<std::int64_t>& path) {
    if (static_cast<std::int64_t>(result_.voxels.size() + path.size()) > kMostVoxels) {
      throw InvalidInput("the paths have more than " + std::to_string(kMostVoxels) +
                         " voxels together; use fewer points");
    }
    result_.voxels.insert(result_.voxels.end(), path.begin(), path.end());
    result_.ends.push_back(static_cast<std::int64_t>(result_.voxels.size()));
    const double unit = result_.cost_unit * result_.length_unit;
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    result_.costs.push_back(sum < 0 ? kNone : static_cast<double>(sum) * unit);
    result_.lengths.push_back(sum < 0 ? kNone : length(path));
  }

 private:
  // Steps of each kind are counted, so that the sum does not depend on their order.
  double length(const std::vector<std::int64_t>& path) const {
    std::array<std::int64_t, paths::kStepCodes> counts{};
    for (std::size_t i = 1; i < path.size(); ++i) {
      const auto differs = [&](std::int64_t stride, std::int64_t size) {
        return path[i] / stride % size == path[i - 1] / stride % size ? 0 : 1;
      };
      ++counts[paths::step_code(differs(1, shape_.width), differs(shape_.width, shape_.height),
                                differs(shape_.width * shape_.height, shape_.depth))];
    }
    double sum = 0;
    for (std::size_t code = 1; code < counts.size(); ++code) {
      sum += static_cast<double>(counts[code]) * steps_[code];
    }
    return sum;
  }

  const Shape shape_;
  const Lengths steps_;
  Result& result_;
};

// All paths, by one twin.
template <class Cost, class Make>
class Tracer {
 public:
  Tracer(const geodesic::Terrain& terrain, const Cost* costs, const Points& points,
         const Make& make, PathList& paths)
      : terrain_(terrain), costs_(costs), points_(points), make_(make), paths_(paths) {}

  void chain(Progress& progress) {
    const std::int64_t count = points_.count() - 1;
    for (std::int64_t i = 0; i < count; ++i) {
      PhaseProgress part(progress, i, i + 1, count);
      join(i, i + 1, i + 2, part);
    }
  }

  void from_first(Progress& progress) { join(0, 1, points_.count(), progress); }

 private:
  bool is_wall(std::int64_t point) const {
    return costs_[points_.voxel(point)] == paths::kWall<Cost>;
  }

  // A point with those from `first` to before `end`.
  void join(std::int64_t from, std::int64_t first, std::int64_t end, Progress& progress) {
    progress.report(0, 1);
    Ways ways{points_.voxel(from), {}};
    for (std::int64_t to = first; to < end; ++to) {
      if (!is_wall(from) && !is_wall(to)) ways.targets.push_back(points_.voxel(to));
    }
    std::int64_t to = first;
    const auto pass_walls = [&] {
      for (; to < end && (is_wall(from) || is_wall(to)); ++to) paths_.add(-1, {});
    };
    const auto take = [&](std::int64_t sum, const std::vector<std::int64_t>& path) {
      pass_walls();
      paths_.add(sum, path);
      ++to;
    };
    if (!ways.targets.empty()) search(ways, take, progress);
    pass_walls();
    progress.report(1, 1);
  }

  template <class Take>
  void search(const Ways& ways, const Take& take, Progress& progress) {
    if (ways.targets.size() == 1 && ways.targets[0] == ways.root) return take(0, ways.targets);
    Onward onward(progress);
    if (!wide_ && follow(narrow_, ways, take, onward)) return;
    narrow_.reset();  // its memory
    if (follow(wide_, ways, take, onward)) return;
    throw InvalidInput(
        "the costs are too large for 64-bit whole numbers; use voxels whose sides differ less");
  }

  template <class Word, class Take>
  bool follow(std::unique_ptr<Search<Word, Cost>>& search, const Ways& ways, const Take& take,
              Progress& progress) {
    if (!Search<Word, Cost>::fits(terrain_)) return false;
    if (!search) {
      search = std::make_unique<Search<Word, Cost>>(terrain_, costs_, make_, progress);
    }
    return search->follow(ways, take, progress);
  }

  const geodesic::Terrain& terrain_;
  const Cost* const costs_;
  const Points& points_;
  const Make& make_;
  PathList& paths_;
  std::unique_ptr<Search<std::uint32_t, Cost>> narrow_;
  std::unique_ptr<Search<std::uint64_t, Cost>> wide_;  // once one path has needed it
};

// Once more from the start where the GPU fails.
template <class Make>
void trace_with(const Make& make, const geodesic::Terrain& terrain, const Points& points,
                const Options& options, Result& result, Progress& progress) {
  for (auto* list : {&result.voxels, &result.ends}) list->clear();
  for (auto* list : {&result.costs, &result.lengths}) list->clear();
  PathList paths(terrain.grid.shape, options.spacing, result);
  terrain.costs.with([&](const auto* costs) {
    using Cost = std::remove_cvref_t<decltype(costs[0])>;
    Tracer<Cost, Make> tracer(terrain, costs, points, make, paths);
    options.paths == Paths::kChain ? tracer.chain(progress) : tracer.from_first(progress);
  });
}

}  // namespace

Result trace(const Inputs& inputs, const Options& options, Progress& progress) {
  check_fields(options);
  geodesic::check_terrain(inputs.image, inputs.mask, options);
  const Shape& shape = inputs.image.shape();
  const Points points(shape, inputs.points);
  const int threads = thread_count(options.threads);
  StandingProgress starting(progress);
  choose_backend(requested_backend(options.backend), geodesic::gpu_use(shape), &starting);
  require_memory(kHostUser, host_memory(), shape.voxel_count() * 6);

  auto [reading, rest] = progress_parts(progress, 1, 20);
  PhaseProgress& searching = rest;
  const geodesic::Costs costs =
      geodesic::costs_of(inputs.image, inputs.mask, points, options, threads, reading);
  Result result;
  result.walls = costs.walls;
  result.clipped = costs.clipped;
  result.vanished = costs.vanished;
  result.cost_unit = costs.unit;
  result.reference = costs.reference;
  const geodesic::Terrain terrain{costs, geodesic::grid_of(shape, options, result.length_unit),
                                  options.backend, threads};
  costs.with([&](const auto* all) {
    using Cost = std::remove_cvref_t<decltype(all[0])>;
    for (std::int64_t i = 0; i < points.count(); ++i) {
      if (all[points.voxel(i)] == paths::kWall<Cost>) result.in_walls.push_back(i);
    }
  });
  Onward onward(searching);
  run_on(
      options.backend, geodesic::gpu_use(shape), result.run,
      [&](Gpu) {
        const auto make = [&](const auto& problem, Progress& on) {
          return maps_cuda(problem, threads, on);
        };
        trace_with(make, terrain, points, options, result, onward);
        return 0;
      },
      [&](InstructionSet instructions) {
        const auto make = [&](const auto& problem, Progress&) {
          return maps_cpu(instructions, problem, threads);
        };
        trace_with(make, terrain, points, options, result, onward);
        return 0;
      });
  progress.report(1, 1);
  return result;
}

}  // namespace bitvox::minimal_path
