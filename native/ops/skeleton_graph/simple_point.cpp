// SPDX-License-Identifier: BSD-2-Clause
#include "ops/skeleton_graph/simple_point.hpp"

#include <array>
#include <bit>

namespace bitvox::skeleton_graph {
namespace {

using Masks = std::array<std::uint32_t, 27>;

constexpr int difference(int a, int b) { return a > b ? a - b : b - a; }

// Steps along x, y and z between two of the 27 voxels: at most `each` along an axis and `all` in
// sum.
constexpr bool is_within(int a, int b, int each, int all) {
  const int x = difference(a % 3, b % 3);
  const int y = difference(a / 3 % 3, b / 3 % 3);
  const int z = difference(a / 9, b / 9);
  return x <= each && y <= each && z <= each && x + y + z <= all;
}

// For each voxel those that are so near, itself included.
constexpr Masks masks(int all) {
  Masks near{};
  for (int a = 0; a < 27; ++a) {
    for (int b = 0; b < 27; ++b) {
      near[static_cast<std::size_t>(a)] |= is_within(a, b, 1, all) ? std::uint32_t{1} << b : 0;
    }
  }
  return near;
}

constexpr Masks kFaces = masks(1);
constexpr Masks kAll = masks(3);
constexpr std::size_t kCentre = 13;
constexpr std::uint32_t kCentreBit = std::uint32_t{1} << kCentre;
constexpr std::uint32_t kNearest18 = masks(2)[kCentre] & ~kCentreBit;

// The part of `voxels` that is connected with the first one of `from`.
std::uint32_t part(std::uint32_t voxels, std::uint32_t from, const Masks& near) {
  std::uint32_t reached = 0;
  for (std::uint32_t open = from & (~from + 1); open != 0;) {
    const auto i = static_cast<std::size_t>(std::countr_zero(open));
    reached |= std::uint32_t{1} << i;
    open = (open | (near[i] & voxels)) & ~reached;
  }
  return reached;
}

}  // namespace

bool is_simple(std::uint32_t around) {
  const std::uint32_t foreground = around & ~kCentreBit;
  const std::uint32_t background = ~foreground & kNearest18;
  const std::uint32_t faces = background & kFaces[kCentre];
  return foreground != 0 && part(foreground, foreground, kAll) == foreground && faces != 0 &&
         (faces & ~part(background, faces, kFaces)) == 0;
}

}  // namespace bitvox::skeleton_graph
