// SPDX-License-Identifier: BSD-2-Clause
#include "ops/minkowski/minkowski_numbers.hpp"

#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

#include "ops/minkowski/minkowski_ellipsoid.hpp"
#include "ops/minkowski/minkowski_weights.hpp"

namespace bitvox::minkowski {
namespace {

// Which of the sets along an axis count: as (all, those in the lowest layer, those in the highest).
struct Part {
  double layer[3];
};
constexpr Part kWhole{{1, 0, 0}};
constexpr Part kNotLowest{{1, -1, 0}};
constexpr Part kNotHighest{{1, 0, -1}};
constexpr Part kHalf{{1, -0.5, -0.5}};  // border layers half: one of two windows is inside
constexpr Part kInside{{1, -1, -1}};    // of windows, those that do not reach over the border

struct Parts {
  Part axis[3];
};

constexpr bool has(int axes, int axis) { return (axes >> axis & 1) != 0; }

// Sums over windows, of a volume (3 axes) or a slice (2).
class Sums {
 public:
  Sums(const Layers& layers, Edges edges, int axes) : layers_(layers), edges_(edges), axes_(axes) {}

  // select(LayerCounts) is the count of some sets of voxels in a layer.
  template <class Select>
  double sum(const Parts& parts, const Select& select) const {
    if (edges_ == Edges::kBackground) {
      return static_cast<double>(select(layers_.at(0, 0, 0)));
    }
    double total = 0;
    for (int x = 0; x < 3; ++x)
      for (int y = 0; y < 3; ++y)
        for (int z = 0; z < (axes_ == 3 ? 3 : 1); ++z) {
          const double factor =
              parts.axis[0].layer[x] * parts.axis[1].layer[y] * parts.axis[2].layer[z];
          if (factor != 0) {  // a pair along an axis is in no layer of it
            total += factor * static_cast<double>(select(layers_.at(x, y, z)));
          }
        }
    return total;
  }

  // Sets that span these axes.
  double all(int axes) const { return all(axes, spanned(axes, kWhole, kHalf)); }
  double all(int axes, const Parts& parts) const {
    return sum(parts, [&](const LayerCounts& c) { return c.all[static_cast<std::size_t>(axes)]; });
  }
  double any(int axes) const {
    return sum(spanned(axes, kInside, kHalf),
               [&](const LayerCounts& c) { return c.any[static_cast<std::size_t>(axes)]; });
  }
  double pairs(int direction) const {
    return sum(along(direction, kWhole, kWhole),
               [&](const LayerCounts& c) { return c.pairs[static_cast<std::size_t>(direction)]; });
  }

  // Sets that span these axes, at either end of a pair along a direction: the mean of both ends.
  double at_ends(int axes, int direction) const {
    return 0.5 * (all(axes, ends(axes, direction, kNotHighest, kNotLowest)) +
                  all(axes, ends(axes, direction, kNotLowest, kNotHighest)));
  }

  // Lines along the direction that enter the object.
  double entries(int direction) const { return at_ends(0, direction) - pairs(direction); }

  // Summed over the planes with this normal.
  double euler_of_planes(int normal) const {
    if (normal < kFirstFaceDiagonal) {
      const int first = 1 << ((normal + 1) % 3);
      const int second = 1 << ((normal + 2) % 3);
      return all(0) - all(first) - all(second) + all(first | second);
    }
    if (normal < kFirstSpaceDiagonal) {
      // Rectangles of an axis and the other diagonal of the same squares: 3, 4; 5, 6; 7, 8.
      const int diagonal = normal % 2 == 0 ? normal - 1 : normal + 1;
      const int axis = 1 << ((normal - kFirstFaceDiagonal) / 2);
      return at_ends(0, diagonal) - at_ends(axis, diagonal) - pairs(diagonal) +
             static_cast<double>(
                 layers_.at(0, 0, 0).rectangles[static_cast<std::size_t>(diagonal)]);
    }
    double euler =
        corners_of_triangles(normal) +
        static_cast<double>(layers_.at(0, 0, 0).triangles[static_cast<std::size_t>(normal)]);
    for (int side = kFirstFaceDiagonal; side < kFirstSpaceDiagonal; ++side) {
      const int* const a = kDirection[normal].d;
      const int* const b = kDirection[side].d;
      if (a[0] * b[0] + a[1] * b[1] + a[2] * b[2] == 0) {
        euler -= pairs(side);
      }
    }
    return euler;
  }

 private:
  static Parts spanned(int axes, const Part& in, const Part& other) {
    Parts parts{};
    for (int i = 0; i < 3; ++i) parts.axis[i] = has(axes, i) ? in : other;
    return parts;
  }
  static Parts along(int direction, const Part& up, const Part& down) {
    Parts parts{};
    for (int i = 0; i < 3; ++i) {
      const int step = kDirection[direction].d[i];
      parts.axis[i] = step == 0 ? kHalf : step > 0 ? up : down;
    }
    return parts;
  }
  static Parts ends(int axes, int direction, const Part& up, const Part& down) {
    Parts parts = along(direction, up, down);
    for (int i = 0; i < 3; ++i) {
      if (has(axes, i)) parts.axis[i] = kWhole;
    }
    return parts;
  }

  // A voxel has six triangles around it; the corners of the two of a window are the six of its
  // voxels that the diagonal does not join.
  double corners_of_triangles(int normal) const {
    const int* const d = kDirection[normal].d;
    double corners = 0;
    for (int voxel = 0; voxel < 8; ++voxel) {
      Parts parts{};
      int equal = 0;
      for (int i = 0; i < 3; ++i) {
        parts.axis[i] = has(voxel, i) ? kNotLowest : kNotHighest;
        equal += has(voxel, i) == (d[i] > 0) ? 1 : 0;
      }
      if (equal % 3 != 0) {
        corners += all(0, parts);
      }
    }
    return corners / 6;
  }

  const Layers& layers_;
  Edges edges_;
  int axes_;
};

Vector3 step_of(int direction, const Spacing& s) {
  const int* const d = kDirection[direction].d;
  return {d[0] * s.x, d[1] * s.y, d[2] * s.z};
}

// Of the planes that have the direction as their normal in voxels: its length is one over their
// distance.
Vector3 normal_of(int direction, const Spacing& s) {
  const int* const d = kDirection[direction].d;
  return {d[0] / s.x, d[1] / s.y, d[2] / s.z};
}

template <class VectorOf>
std::vector<Vector3> vectors(int count, const Spacing& spacing, const VectorOf& vector_of) {
  std::vector<Vector3> all;
  all.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) all.push_back(vector_of(i, spacing));
  return all;
}

std::vector<double> weights(const std::vector<Vector3>& directions) {
  return directions.size() == 3 ? std::vector<double>(3, 1.0 / 3.0) : weights_on_sphere(directions);
}

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace

ShapeNumbers numbers_of_volume(const Layers& layers, const Shape& shape, const Options& options) {
  const bool thirteen = options.directions == Directions::kThirteen;
  const Spacing& spacing = options.spacing;
  const double voxel = spacing.x * spacing.y * spacing.z;
  const std::int64_t outer = options.edges == Edges::kClipped ? 1 : 0;
  const Sums sums(layers, options.edges, 3);

  ShapeNumbers numbers;
  numbers.voxels = layers.at(0, 0, 0).all[0];
  numbers.volume = static_cast<double>(numbers.voxels) * voxel;
  numbers.total_volume = static_cast<double>(shape.voxel_count()) * voxel;
  const Shape measured{shape.width - outer, shape.height - outer, shape.depth - outer};
  numbers.measured_volume = static_cast<double>(measured.voxel_count()) * voxel;

  const int count = thirteen ? kDirections : 3;
  const std::vector<Vector3> steps = vectors(count, spacing, step_of);
  const std::vector<Vector3> normals = vectors(count, spacing, normal_of);
  const std::vector<double> weights_of_steps = weights(steps);
  const std::vector<double> weights_of_normals = weights(normals);
  std::vector<double> entries_per_length;
  for (int i = 0; i < count; ++i) {
    const auto index = static_cast<std::size_t>(i);
    const double entries = sums.entries(i);
    numbers.surface += 4 * weights_of_steps[index] * entries * voxel / length(steps[index]);
    numbers.mean_breadth +=
        weights_of_normals[index] * sums.euler_of_planes(i) / length(normals[index]);
    entries_per_length.push_back(entries / (sums.all(0) * length(steps[index])));
  }
  for (int axes = 0; axes < 8; ++axes) {
    const int sign = (has(axes, 0) != has(axes, 1)) != has(axes, 2) ? -1 : 1;
    numbers.euler_faces += sign * sums.all(axes);
    numbers.euler_all -= sign * sums.any(axes);
  }

  numbers.anisotropy = kNaN;
  numbers.intercepts.fill(kNaN);
  numbers.intercept_axes.fill(kNaN);
  if (thirteen && sums.all(0) > 0 && numbers.surface > 0) {
    const auto ellipsoid = fit_ellipsoid(steps, weights_of_steps, entries_per_length);
    if (ellipsoid) {
      numbers.anisotropy = 1 - ellipsoid->eigenvalues[0] / ellipsoid->eigenvalues[2];
      for (std::size_t i = 0; i < 3; ++i) {
        numbers.intercepts[i] = 1 / std::sqrt(ellipsoid->eigenvalues[i]);
      }
      numbers.intercept_axes = ellipsoid->axes;
    }
  }
  return numbers;
}

ShapeNumbers numbers_of_slice(const Layers& layers, const Shape& shape, const Options& options) {
  const Spacing spacing{options.spacing.x, options.spacing.y, 1};  // z may be no number
  const double pixel = spacing.x * spacing.y;
  const std::int64_t outer = options.edges == Edges::kClipped ? 1 : 0;
  const Sums sums(layers, options.edges, 2);

  ShapeNumbers numbers;
  numbers.voxels = layers.at(0, 0, 0).all[0];
  numbers.volume = static_cast<double>(numbers.voxels) * pixel;
  numbers.total_volume = static_cast<double>(shape.width * shape.height) * pixel;
  numbers.measured_volume =
      static_cast<double>((shape.width - outer) * (shape.height - outer)) * pixel;

  constexpr int kInSlice[] = {0, 1, 7, 8};
  const int count = options.directions == Directions::kThirteen ? 4 : 2;
  const std::vector<Vector3> steps =
      vectors(count, spacing, [&](int i, const Spacing& s) { return step_of(kInSlice[i], s); });
  const std::vector<double> parts = weights_on_circle(steps);
  for (int i = 0; i < count; ++i) {
    const auto index = static_cast<std::size_t>(i);
    numbers.surface +=
        std::numbers::pi * parts[index] * sums.entries(kInSlice[i]) * pixel / length(steps[index]);
  }
  for (int axes = 0; axes < 4; ++axes) {
    const int sign = has(axes, 0) != has(axes, 1) ? -1 : 1;
    numbers.euler_faces += sign * sums.all(axes);
    numbers.euler_all += sign * sums.any(axes);
  }
  numbers.anisotropy = kNaN;
  numbers.intercepts.fill(kNaN);
  numbers.intercept_axes.fill(kNaN);
  return numbers;
}

}  // namespace bitvox::minkowski
