// SPDX-License-Identifier: BSD-2-Clause
#include "solvers/weighted_grid.hpp"

#include <gtest/gtest.h>

namespace bitvox::weighted_grid {
namespace {

// Every iteration changes x by half as much as the one before; what may yet shift stays the same.
class Halving final : public Equations {
 public:
  explicit Halving(double shift) : shift_(shift) {}
  double start() override { return 1; }
  double precondition(float) override { return 1; }
  double advance(double) override { return 1; }
  double move(double) override { return change_ /= 2; }
  double largest_shift() override { return shift_; }

  // Of the last four iterations.
  double changed() const { return change_ * (1 + 2 + 4 + 8); }

 private:
  double shift_;
  double change_ = 1;
};

Solution solve(Halving& equations) {
  NoProgress progress;
  return solve(equations, 0.1, progress);
}

TEST(WeightedGridTest, ErrorsAddUp) {
  Halving equations(0.09 / 16);
  const Solution found = solve(equations);
  EXPECT_TRUE(found.converged);
  EXPECT_LE(found.error, 0.1);
  EXPECT_DOUBLE_EQ(found.error, equations.changed() + 0.09);
}

}  // namespace
}  // namespace bitvox::weighted_grid
