// SPDX-License-Identifier: BSD-2-Clause
#include "ops/label/label_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/threads/stop_request.hpp"
#include "ops/label/label_objects.hpp"
#include "ops/label/label_run_rows.hpp"
#include "ops/minkowski/minkowski_counts.hpp"
#include "ops/minkowski/minkowski_weights.hpp"

namespace bitvox::label {
namespace {

// The two slices that a layer of windows lies between; in two dimensions the same one.
struct Layer {
  SliceRuns below;
  SliceRuns slice;
};

// The rows that meet at row y of a layer: of the slice that row and the one before it, of the slice
// below these two and the next one.
struct Meeting {
  RunRow row, before;
  RunRow below, below_before, below_after;
};

Meeting meeting_at(const Layer& layer, std::int64_t y) {
  return {layer.slice.row(y), layer.slice.row(y - 1), layer.below.row(y), layer.below.row(y - 1),
          layer.below.row(y + 1)};
}

// body(what of a meeting is of one object) for each object, where runs are in the order of labels.
template <class Body>
void each_object(Meeting all, const Body& body) {
  RunRow Meeting::*const members[] = {&Meeting::row, &Meeting::before, &Meeting::below,
                                      &Meeting::below_before, &Meeting::below_after};
  for (;;) {
    std::uint32_t label = 0;
    for (const auto member : members) {
      const RunRow& row = all.*member;
      if (!row.empty() && (label == 0 || row.front().label < label)) label = row.front().label;
    }
    if (label == 0) return;
    Meeting one;
    for (const auto member : members) {
      RunRow& row = all.*member;
      std::size_t count = 0;
      while (count < row.size() && row[count].label == label) ++count;
      one.*member = row.first(count);
      row = row.subspan(count);
    }
    body(one);
  }
}

// Voxels - pairs + squares - cubes.
void add_euler_faces(const Meeting& at, bool planar, Adder& to) {
  const RunRow a = at.row, b = at.before, c = at.below, d = at.below_before;
  const auto add = [&](auto... rows) {
    RunRow all[] = {rows...};
    const std::int64_t sign = sizeof...(rows) == 2 ? -1 : 1;
    RunRow again[] = {rows...};
    add_common(all, 0, sign, to);
    add_common(again, 1, -sign, to);
  };
  add(a);
  add(a, b);
  if (!planar) {
    add(a, c);
    add(a, b, c, d);
  }
}

// Windows of eight - of four + of two - voxels, each with object at least once; in two dimensions
// of four - of two + pixels.
void add_euler_all(const Meeting& at, bool planar, Adder& to) {
  const RunRow a = at.row, b = at.before, c = at.below, d = at.below_before;
  const auto add = [&](std::int64_t sign, auto... rows) {
    RunRow all[] = {rows...};
    RunRow again[] = {rows...};
    add_any(all, 1, sign, to);
    add_any(again, 0, -sign, to);
  };
  add(planar ? -1 : 1, a);
  add(planar ? 1 : -1, a, b);
  if (!planar) {
    add(-1, a, c);
    add(1, a, b, c, d);
  }
}

bool is_planar(const Options& options, const Shape& whole) {
  return options.extent == Extent::kPerSlice || whole.depth == 1;
}

// In whole numbers, so that sums do not depend on their order: each entry of a line along a
// direction is worth so many parts of the largest coefficient.
struct Crofton {
  Crofton(const Options& options, const Shape& whole) {
    using namespace minkowski;
    const bool planar = is_planar(options, whole);
    std::vector<int> directions = {0, 1, 7, 8};
    if (!planar) {
      directions = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    }
    const Spacing& size = options.spacing;
    std::vector<Vector3> steps;
    for (const int i : directions) {
      const int* const d = kDirection[i].d;
      steps.push_back({d[0] * size.x, d[1] * size.y, planar ? 0 : d[2] * size.z});
    }
    const std::vector<double> weights =
        planar ? weights_on_circle(steps) : weights_on_sphere(steps);
    const double voxel = size.x * size.y * (planar ? 1 : size.z);
    const double factor = planar ? std::numbers::pi : 4;
    double areas[kDirections] = {};
    double largest = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      areas[directions[i]] = factor * weights[i] * voxel / length(steps[i]);
      largest = std::max(largest, areas[directions[i]]);
    }
    // The sum over 13 directions of all voxels' entries stays below 2^62.
    const int bits =
        62 - 4 - static_cast<int>(std::bit_width(static_cast<std::uint64_t>(whole.voxel_count())));
    part = largest / std::ldexp(1.0, bits);
    for (int i = 0; i < kDirections; ++i) {
      parts[i] = std::llround(areas[i] / part);
      all += parts[i];
    }
  }

  std::int64_t parts[minkowski::kDirections] = {};
  std::int64_t all = 0;  // of a voxel alone
  double part = 0;
};

// What voxels lose because lines come from voxels of the same object in another row; left, straight
// and right are the directions of these lines.
struct Lines {
  int left, straight, right;
};
void take_common(RunRow row, RunRow other, const Lines& lines, const Crofton& crofton, Adder& to) {
  for (const LabelledRun& run : row) {
    while (!other.empty() && other.front().last < run.begin - 1) {
      other = other.subspan(1);
    }
    for (const LabelledRun& o : other) {
      if (o.begin > run.last + 1) {
        break;
      }
      if (o.label != run.label) {
        continue;
      }
      const auto shared = [&](std::int64_t shift) {  // x of the run for which x + shift is in o
        return std::max<std::int64_t>(
            0, std::min(run.last + shift, o.last) - std::max(run.begin + shift, o.begin) + 1);
      };
      to.add(run.label,
             -(shared(-1) * crofton.parts[lines.left] + shared(0) * crofton.parts[lines.straight] +
               shared(1) * crofton.parts[lines.right]));
    }
  }
}

void add_surface(const Meeting& at, bool planar, const Crofton& crofton, Adder& to) {
  const RunRow row = at.row;
  for (const LabelledRun& run : row) {
    const std::int64_t voxels = run.last - run.begin + 1;
    to.add(run.label, voxels * crofton.all - (voxels - 1) * crofton.parts[0]);
  }
  take_common(row, at.before, {7, 1, 8}, crofton, to);
  if (!planar) {
    take_common(row, at.below, {5, 2, 6}, crofton, to);
    take_common(row, at.below_before, {9, 3, 12}, crofton, to);
    take_common(row, at.below_after, {11, 4, 10}, crofton, to);
  }
}

// Of runs in a volume of the shape `whole`, or in a part of it.
template <class Runs>
ShapeSums shapes_of(const Runs& runs, const Shape& whole, std::int64_t count,
                    const Options& options, int threads, Progress& progress) {
  const Shape& s = runs.shape();
  const bool planar = is_planar(options, whole);
  const bool faces = options.connectivity == Connectivity::kFaces;
  const bool euler_wanted = has_euler(options, whole);
  const auto size = static_cast<std::size_t>(count);
  ShapeSums sums;
  sums.surface.assign(size, 0);
  sums.euler.assign(euler_wanted ? size : 0, 0);
  const Crofton crofton(options, whole);

  constexpr std::int64_t kLayers = 8;  // of a part, which reads the slice before it again
  const std::int64_t layers = planar ? s.depth : s.depth + 1;
  parallel_for((layers + kLayers - 1) / kLayers, threads, progress, [&](std::int64_t part) {
    Layer layer;
    Adder surface(sums.surface);
    Adder euler(sums.euler);
    const auto read = [&](SliceRuns& to, std::int64_t z) {
      if (z < 0 || z >= s.depth) {
        to.clear();
      } else {
        to.read(runs, z);
      }
    };
    const auto add = [&](const Meeting& at) {
      add_surface(at, planar, crofton, surface);
      if (!euler_wanted) return;
      if (faces) {
        add_euler_faces(at, planar, euler);
      } else {
        add_euler_all(at, planar, euler);
      }
    };
    const std::int64_t first = part * kLayers;
    if (!planar) {
      read(layer.slice, first - 1);
    }
    for (std::int64_t z = first; z < std::min(layers, first + kLayers); ++z) {
      std::swap(layer.below, layer.slice);
      read(layer.slice, z);
      for (std::int64_t y = 0; y <= s.height && !stop_requested(); ++y) {
        if constexpr (Runs::kTouch) {
          each_object(meeting_at(layer, y), add);
        } else {
          add(meeting_at(layer, y));
        }
      }
    }
  });
  return sums;
}

template <class MakeRuns>
void measure_runs_shapes(const MakeRuns& make_runs, std::int64_t count, const Options& options,
                         int threads, Objects& objects, Progress& progress) {
  auto [ranking, scanning, finishing] = progress_parts(progress, 1, 18, 1);
  const auto runs = make_runs(ranking);
  ShapeSums sums = shapes_of(runs, runs.shape(), count, options, threads, scanning);
  objects.euler = std::move(sums.euler);
  constexpr std::size_t kOften = std::size_t{1} << 20;
  const double part = surface_part(options, runs.shape());
  objects.surface.reserve(sums.surface.size());
  for (std::size_t i = 0; i < sums.surface.size(); ++i) {
    if (i % kOften == 0) finishing.report(static_cast<std::int64_t>(i), count);
    objects.surface.push_back(static_cast<double>(sums.surface[i]) * part);
  }
  progress.report(1, 1);
}

}  // namespace

void check_spacing(const Options& options, const Shape& whole) {
  const Spacing& size = options.spacing;
  bitvox::check_spacing({size.x, size.y, is_planar(options, whole) ? size.x : size.z});
}

void measure_shapes(const BitVolume& volume, const std::vector<std::uint32_t>& labels,
                    std::int64_t count, const Options& options, int threads, Objects& objects,
                    Progress& progress) {
  measure_runs_shapes(
      [&](Progress& ranking) {
        return RankedRuns(volume, labels, ranks_of_slices(volume, threads, ranking));
      },
      count, options, threads, objects, progress);
}

void measure_shapes(const LabelVolume& volume, std::int64_t count, const Options& options,
                    int threads, Objects& objects, Progress& progress) {
  measure_runs_shapes([&](Progress&) { return RunsOfLabels(volume); }, count, options, threads,
                      objects, progress);
}

ShapeSums shapes_in_box(const RankedRuns& runs, const Box& box, const Shape& whole,
                        std::int64_t count, const Options& options, int threads,
                        Progress& progress) {
  return shapes_of(RunsInBox(runs, box), whole, count, options, threads, progress);
}

bool has_euler(const Options& options, const Shape& whole) {
  return is_planar(options, whole) || options.connectivity != Connectivity::kEdges;
}

double surface_part(const Options& options, const Shape& whole) {
  return Crofton(options, whole).part;
}

}  // namespace bitvox::label
