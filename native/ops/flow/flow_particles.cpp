// SPDX-License-Identifier: BSD-2-Clause
#include "ops/flow/flow_particles.hpp"

#include <algorithm>

#include "core/random.hpp"

namespace bitvox::flow {
namespace {

constexpr std::uint8_t kSolid = 255;
constexpr std::int64_t kBetween = 4096;  // rows, or particles: looks whether to stop

// The voxels that are not all solid, in order: each is as likely as any other.
class FluidVoxels {
 public:
  FluidVoxels(const Grid& grid, Progress& progress) : grid_(grid) {
    const std::int64_t rows = grid.shape.height * grid.shape.depth;
    before_.reserve(static_cast<std::size_t>(rows + 1));
    before_.push_back(0);
    for (std::int64_t row = 0; row < rows; ++row) {
      if (row % kBetween == 0) progress.report(0, 1);
      const std::uint8_t* const first = grid.solid.data() + row * grid.shape.width;
      before_.push_back(before_.back() + grid.shape.width -
                        std::count(first, first + grid.shape.width, kSolid));
    }
  }

  std::int64_t count() const { return before_.back(); }

  // The voxel before which so many are fluid.
  std::int64_t at(std::int64_t index) const {
    const auto next = std::upper_bound(before_.begin(), before_.end(), index);
    const std::int64_t row = next - before_.begin() - 1;
    std::int64_t left = index - *(next - 1);
    std::int64_t voxel = row * grid_.shape.width;
    for (;; ++voxel) {
      if (grid_.solid[static_cast<std::size_t>(voxel)] != kSolid && left-- == 0) return voxel;
    }
  }

 private:
  const Grid& grid_;
  std::vector<std::int64_t> before_;  // of each row: fluid voxels before it
};

}  // namespace

Particles::Particles(const Grid& grid, std::int64_t count, Progress& progress) {
  for (std::size_t a = 0; a < 3; ++a) {
    space_.size[a] = grid.size(a);
    space_.periodic[a] = grid.periodic(a);
  }
  for (std::size_t f = 0; f < kFaces; ++f) space_.closed[f] = grid.faces[f] == Face::kClosed;
  const FluidVoxels fluid(grid, progress);
  Random random(1);
  const auto within = [&] { return static_cast<double>(random.below(1 << 20)) / (1 << 20) - 0.5; };
  for (std::int64_t i = 0; i < count; ++i) {
    if (i % kBetween == 0) progress.report(0, 1);
    const std::int64_t voxel = fluid.at(random.below(fluid.count()));
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
