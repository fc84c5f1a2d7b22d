// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "diffusion/aggregation.hpp"
#include "ops/tortuosity/tortuosity_rows.hpp"

namespace bitvox::tortuosity {

// One coarse level: cells of 2 x 2 x 2 of the level before, constants on them as its only
// functions, so that a link is the sum of the links across the face: here the number of links
// between voxels, to which their weights are applied where it is used.
struct Level {
  explicit Level(const Grid& grid);
  static std::int64_t bytes(const Grid& grid);

  const Grid grid;
  GridField<float> x, y, z;  // links to the next cell
  GridField<float> diagonal;
  GridField<float> rhs, value, other;
  std::vector<float> first_face, last_face;  // what the cells of the outer layers conduct to faces
};

// The coarse levels of a volume, down to one cell.
class Levels {
 public:
  // Bytes that they take.
  static std::int64_t bytes(const Grid& voxels);

  Levels(const Rows& rows, const GridField<Code>& codes, Weights weights, const RowLoop& loop);

  Level& first() { return *levels_.front(); }
  bool empty() const { return levels_.empty(); }

  // Improves the values of the first level from 0, given its right-hand side: a V-cycle with
  // Chebyshev polynomials of degree 3 as smoothers, which is symmetric. A correction from below is
  // taken so many times. Returns the product of both.
  double solve(float correction, const RowLoop& loop);

 private:
  CellRow row(const Level& level, std::int64_t y, std::int64_t z) const;
  void solve(std::size_t at, float correction, const RowLoop& loop);

  const Rows& rows_;
  Weights weights_;
  std::vector<std::unique_ptr<Level>> levels_;
};

}  // namespace bitvox::tortuosity
