// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <tuple>
#include <vector>

#include "core/volumes/grey_volume.hpp"
#include "core/volumes/spacing.hpp"
#include "rays/beam_geometry.hpp"

namespace bitvox::rays::test {

// The obvious way: all planes that the ray crosses, sorted by time, and of what lies between two of
// them the voxel that has its middle. Lengths by label, as 2^-48 of the ray.
class ObviousLengths {
 public:
  ObviousLengths(const GreyVolume& labels, const Spacing& spacing)
      : labels_(labels), spacing_{spacing.x, spacing.y, spacing.z} {}

  std::vector<std::int64_t> ticks(const Ray& ray) const {
    std::vector<std::int64_t> lengths(256);
    const std::array<double, 3> from{ray.origin.x, ray.origin.y, ray.origin.z};
    const std::array<double, 3> along{ray.direction.x, ray.direction.y, ray.direction.z};
    const Shape& s = labels_.shape();
    const std::array<std::int64_t, 3> sides{s.width, s.height, s.depth};
    std::vector<double> times{0, 1};
    std::array<std::vector<double>, 3> planes;  // of each axis, by number
    for (std::size_t i = 0; i < 3; ++i) {
      const double origin = from[i] / spacing_[i], inverse = 1 / (along[i] / spacing_[i]);
      if (along[i] == 0) continue;
      for (std::int64_t p = 0; p <= sides[i]; ++p) {
        planes[i].push_back((static_cast<double>(p) - origin) * inverse);
        times.push_back(planes[i].back());
      }
    }
    std::sort(times.begin(), times.end());
    for (std::size_t k = 0; k + 1 < times.size(); ++k) {
      const double begin = times[k], end = times[k + 1];
      if (begin < 0 || end > 1 || begin == end) continue;
      std::array<std::int64_t, 3> cell{};
      bool inside = true;
      for (std::size_t i = 0; i < 3; ++i) {
        cell[i] = along[i] == 0 ? static_cast<std::int64_t>(std::floor(from[i] / spacing_[i]))
                                : between(planes[i], begin, end);
        inside = inside && cell[i] >= 0 && cell[i] < sides[i];
      }
      if (!inside) continue;
      const std::int64_t at = (cell[2] * s.height + cell[1]) * s.width + cell[0];
      lengths[labels_.data<std::uint8_t>()[at]] += whole(end) - whole(begin);
    }
    return lengths;
  }

  // In the unit of the spacing, as the image has it.
  static float rounded(std::int64_t ticks, const Ray& ray) {
    const Vec3& d = ray.direction;
    const double tick = std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z) / 281474976710656.0;
    return static_cast<float>(static_cast<double>(ticks) * tick);
  }

 private:
  static std::int64_t whole(double time) {
    return static_cast<std::int64_t>(std::floor(time * 281474976710656.0 + 0.5));
  }

  // The layer whose planes lie on both sides; -1 for none.
  static std::int64_t between(const std::vector<double>& planes, double begin, double end) {
    for (std::size_t p = 0; p + 1 < planes.size(); ++p) {
      const double low = std::min(planes[p], planes[p + 1]);
      const double high = std::max(planes[p], planes[p + 1]);
      if (low <= begin && end <= high) return static_cast<std::int64_t>(p);
    }
    return -1;
  }

  const GreyVolume& labels_;
  std::array<double, 3> spacing_;
};

}  // namespace bitvox::rays::test
