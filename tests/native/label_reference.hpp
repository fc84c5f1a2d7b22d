// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdlib>
#include <vector>

#include "ops/label/label.hpp"
#include "test_volumes.hpp"

namespace bitvox::test {

// Labels by flooding from each voxel that has none yet, in raster order.
inline std::vector<std::uint32_t> flood_labels(const BitVolume& volume,
                                               label::Connectivity connectivity, Extent extent) {
  const Shape& s = volume.shape();
  const int most = connectivity == label::Connectivity::kFaces   ? 1
                   : connectivity == label::Connectivity::kEdges ? 2
                                                                 : 3;
  std::vector<std::uint32_t> labels(static_cast<std::size_t>(s.voxel_count()));
  const auto index = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    return static_cast<std::size_t>((z * s.height + y) * s.width + x);
  };
  std::uint32_t count = 0;
  std::vector<std::array<std::int64_t, 3>> todo;
  for (std::int64_t z = 0; z < s.depth; ++z)
    for (std::int64_t y = 0; y < s.height; ++y)
      for (std::int64_t x = 0; x < s.width; ++x) {
        if (!voxel(volume, x, y, z) || labels[index(x, y, z)] != 0) continue;
        labels[index(x, y, z)] = ++count;
        todo.push_back({x, y, z});
        while (!todo.empty()) {
          const auto [px, py, pz] = todo.back();
          todo.pop_back();
          for (int dz = -1; dz <= 1; ++dz)
            for (int dy = -1; dy <= 1; ++dy)
              for (int dx = -1; dx <= 1; ++dx) {
                const std::int64_t qx = px + dx, qy = py + dy, qz = pz + dz;
                const bool near = std::abs(dx) + std::abs(dy) + std::abs(dz) <= most &&
                                  (extent == Extent::kVolume || dz == 0);
                if (near && qx >= 0 && qy >= 0 && qz >= 0 && qx < s.width && qy < s.height &&
                    qz < s.depth && voxel(volume, qx, qy, qz) && labels[index(qx, qy, qz)] == 0) {
                  labels[index(qx, qy, qz)] = count;
                  todo.push_back({qx, qy, qz});
                }
              }
        }
      }
  return labels;
}

}  // namespace bitvox::test
