// SPDX-License-Identifier: BSD-2-Clause
#include "ops/flow/flow_particles.hpp"

#include "core/random.hpp"

namespace bitvox::flow {

Particles::Particles(const Grid& grid, std::int64_t count) {
  for (std::size_t a = 0; a < 3; ++a) {
    space_.size[a] = grid.size(a);
    space_.periodic[a] = grid.periodic(a);
  }
  for (std::size_t f = 0; f < kFaces; ++f) space_.closed[f] = grid.faces[f] == Face::kClosed;
  Random random(1);
  const auto voxels = grid.shape.voxel_count();
  const auto within = [&] { return static_cast<double>(random.below(1 << 20)) / (1 << 20) - 0.5; };
  for (std::int64_t i = 0; i < count; ++i) {
    std::int64_t voxel = random.below(voxels);
    while (grid.solid[static_cast<std::size_t>(voxel)] == 255) voxel = (voxel + 1) % voxels;
    const std::int64_t cell[3] = {voxel % grid.shape.width,
                                  voxel / grid.shape.width % grid.shape.height,
                                  voxel / grid.shape.width / grid.shape.height};
    Point point{};
    for (std::size_t a = 0; a < 3; ++a) {
      const double offset = within();
      point[a] = static_cast<double>(cell[a]) + (grid.size(a) > 1 ? offset : 0);
    }
    begin_.push_back(point);
  }
  points_ = begin_;
}

}  // namespace bitvox::flow
