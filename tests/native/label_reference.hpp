// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "ops/label/components.hpp"
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

// The objects of an image of labels, counted voxel by voxel.
inline label::Objects obvious_objects(const std::vector<std::uint32_t>& labels, const Shape& s) {
  label::Objects objects;
  const std::size_t count = labels.empty() ? 0 : *std::max_element(labels.begin(), labels.end());
  objects.voxels.assign(count, 0);
  objects.faces.assign(count, 0);
  for (auto& sums : objects.sums) sums.assign(count, 0);
  for (auto& squares : objects.squares) squares.assign(count, 0);
  for (std::size_t k = 0; k < 6; ++k) objects.box[k].assign(count, k < 3 ? INT32_MAX : -1);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] == 0) continue;
    const std::size_t o = labels[i] - 1;
    const auto voxel = static_cast<std::int64_t>(i);
    const std::int64_t at[3] = {voxel % s.width, voxel / s.width % s.height,
                                voxel / s.width / s.height};
    const std::int64_t sides[3] = {s.width, s.height, s.depth};
    ++objects.voxels[o];
    for (std::size_t k = 0; k < 3; ++k) {
      objects.sums[k][o] += at[k];
      objects.squares[k][o] += at[k] * at[k];
      objects.squares[3 + k][o] += at[(k + 1) % 3] * at[(k + 2) % 3];
      objects.box[k][o] = std::min(objects.box[k][o], static_cast<std::int32_t>(at[k]));
      objects.box[3 + k][o] = std::max(objects.box[3 + k][o], static_cast<std::int32_t>(at[k]));
      const int low = at[k] == 0 ? 1 << (2 * k) : 0;
      const int high = at[k] == sides[k] - 1 ? 2 << (2 * k) : 0;
      objects.faces[o] = static_cast<std::uint8_t>(objects.faces[o] | low | high);
    }
  }
  return objects;
}

}  // namespace bitvox::test
