// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "ops/tortuosity/tortuosity_grid.hpp"

namespace bitvox::tortuosity {

// What makes a multigrid cycle of constants on aggregates converge as fast as it can: corrections
// are this much longer than the coarse level says (Braess 1995).
inline constexpr float kOverCorrection = 1.9F;

// Chebyshev polynomials that are small where the eigenvalues of a matrix over its diagonal are 1/8
// of the largest possible one, 2, and more.
inline constexpr float kHighest = 2.0F;
inline constexpr float kLowest = kHighest / 8;
inline constexpr float kMiddle = (kHighest + kLowest) / 2;
inline constexpr float kHalfWidth = (kHighest - kLowest) / 2;
inline constexpr int kDegree = 3;

// The steps of one, of which so many, 0 or 1, are done: step(keep, scale) changes values by
// keep times the change before and scale times what is left over the diagonal.
template <class Step>
void smooth_cells(int done, const Step& step) {
  constexpr float kSigma = kMiddle / kHalfWidth;
  float rho = 1 / kSigma;
  if (done == 0) step(0.0F, 1 / kMiddle);
  for (int i = 1; i < kDegree; ++i) {
    const float next = 1 / (2 * kSigma - rho);
    step(next * rho, 2 * next / kHalfWidth);
    rho = next;
  }
}

// One coarse level: cells of 2 x 2 x 2 of the level before, constants on them as its only
// functions, so that a link is the sum of the links across the face.
struct Level {
  explicit Level(const Grid& grid);
  static std::int64_t bytes(const Grid& grid);

  const Grid grid;
  Field<float> x, y, z;  // links to the next cell
  Field<float> diagonal;
  Field<float> rhs, value, other, step;
  std::vector<float> first_face, last_face;  // what the cells of the outer layers conduct to faces
};

// The coarse levels of a volume, down to one cell.
class Levels {
 public:
  // Bytes that they take.
  static std::int64_t bytes(const Grid& voxels);

  Levels(const Rows& rows, const Field<Code>& codes, Weights weights, const RowLoop& loop);

  Level& first() { return *levels_.front(); }
  bool empty() const { return levels_.empty(); }

  // Improves the values of the first level from 0, given its right-hand side: a V-cycle with
  // Chebyshev polynomials of degree 3 as smoothers, which is symmetric. A correction from below is
  // taken so many times.
  void solve(float correction, const RowLoop& loop);

 private:
  void solve(std::size_t at, float correction, const RowLoop& loop);

  const Rows& rows_;
  std::vector<std::unique_ptr<Level>> levels_;
};

// Sums what is left over of the cells of `fine` into the right-hand side of a coarser level.
// left(y, z, out) writes a row of it, of as many cells.
template <class Left>
void restrict_to(Level& coarse, const Grid& fine, const Rows& rows, const RowLoop& loop,
                 const Left& left) {
  loop(coarse.grid, [&](std::int64_t y, std::int64_t z) {
    thread_local std::vector<float> buffer;
    const std::int64_t padded = 2 * coarse.grid.width;
    buffer.assign(static_cast<std::size_t>(padded), 0.0F);
    float* const out = coarse.rhs.row(y, z);
    std::fill_n(out, coarse.grid.width, 0.0F);
    for (std::int64_t k = 2 * z; k < std::min(fine.depth, 2 * z + 2); ++k)
      for (std::int64_t j = 2 * y; j < std::min(fine.height, 2 * y + 2); ++j) {
        left(j, k, buffer.data());
        rows.add_pairs(coarse.grid.width, buffer.data(), out);
      }
  });
}

}  // namespace bitvox::tortuosity
