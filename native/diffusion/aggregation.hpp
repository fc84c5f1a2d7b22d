// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "diffusion/grid.hpp"
#include "linear_systems/chebyshev.hpp"

// What multigrid cycles by blind aggregation of 2 x 2 x 2 cells share.
namespace bitvox {

// What makes a multigrid cycle of constants on aggregates converge as fast as it can: corrections
// are this much longer than the coarse level says (Braess 1995).
inline constexpr float kOverCorrection = 1.9F;

// A polynomial that is small where the eigenvalues of a matrix over its diagonal are 1/8 of the
// largest possible one, 2, and more.
inline constexpr float kHighest = 2.0F;
inline constexpr int kDegree = 3;
inline constexpr Chebyshev<float> kSmoother{kHighest / 8, kHighest, kDegree};

// All its steps, as GPUs take them.
struct Smoothing {
  float keep[kDegree], scale[kDegree];
};
inline Smoothing smoothing() {
  Smoothing result;
  int at = 0;
  kSmoother.each(0, [&](float keep, float scale) {
    result.keep[at] = keep;
    result.scale[at++] = scale;
  });
  return result;
}

// On a GPU one block does the smallest levels, as starting a kernel takes longer than they do.
inline constexpr int kTailThreads = 1024;
inline constexpr std::int64_t kTailCells = 4 * kTailThreads;

// Sums what is left over of the cells of `fine` into the right-hand side of a coarser level.
// left(y, z, out) writes a row of it, of as many cells; add_pairs(width, values, out) adds
// values(2 x) + values(2 x + 1) to out(x).
template <class AddPairs, class Left>
void restrict_to(GridField<float>& rhs, const Grid& fine, const AddPairs& add_pairs,
                 const RowLoop& loop, const Left& left) {
  const Grid& grid = rhs.grid();
  const auto zeros = [&] { return std::vector<float>(static_cast<std::size_t>(2 * grid.width)); };
  loop(grid, zeros, [&](std::vector<float>& buffer, std::int64_t y, std::int64_t z) {
    float* const out = rhs.row(y, z);
    std::fill_n(out, grid.width, 0.0F);
    for (std::int64_t k = 2 * z; k < std::min(fine.depth, 2 * z + 2); ++k)
      for (std::int64_t j = 2 * y; j < std::min(fine.height, 2 * y + 2); ++j) {
        left(j, k, buffer.data());
        add_pairs(grid.width, buffer.data(), out);
      }
  });
}

}  // namespace bitvox
