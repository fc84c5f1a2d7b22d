// SPDX-License-Identifier: BSD-2-Clause
#include "diffusion/weighted_grid.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "diffusion/link_levels.hpp"

namespace bitvox::weighted_grid {
namespace {

// Every iteration changes x by half as much as the one before; what may yet shift stays the same.
// One such side for each shift, which counts its steps.
class Halving final : public Equations {
 public:
  explicit Halving(std::vector<double> shifts)
      : moves(shifts.size()), shifts_(std::move(shifts)), changes_(shifts_.size(), 1.0) {}
  std::vector<double> start(const Parts& parts) override { return ones(parts); }
  std::vector<double> precondition(const Parts& parts) override {
    blind += static_cast<std::int64_t>(parts.size());
    return ones(parts);
  }
  double largest_resistance() const override { return resistance; }
  bool set_up_along_links() override {
    ++set_ups;
    return has_links;
  }
  std::vector<double> precondition_along_links(const Parts& parts) override {
    for (const Part& part : parts) {
      shifts_[static_cast<std::size_t>(part.side)] = 0;
      EXPECT_EQ(static_cast<float>(part.factor), kLinkCorrection);
    }
    along_links += static_cast<std::int64_t>(parts.size());
    return ones(parts);
  }
  std::vector<double> advance(const Parts& parts) override { return ones(parts); }
  std::vector<double> move(const Parts& parts) override {
    return each(parts, [&](std::size_t side) {
      ++moves[side];
      return changes_[side] /= 2;
    });
  }
  std::vector<double> largest_shift(const Parts& parts) override {
    return each(parts, [&](std::size_t side) { return shifts_[side]; });
  }

  // Of the last four iterations.
  double changed() const { return changes_[0] * (1 + 2 + 4 + 8); }

  std::vector<std::int64_t> moves;
  std::int64_t blind = 0, along_links = 0, set_ups = 0;  // how often
  bool has_links = false;
  double resistance = 1;

 private:
  template <class Of>
  static std::vector<double> each(const Parts& parts, const Of& of) {
    std::vector<double> numbers;
    for (const Part& part : parts) numbers.push_back(of(static_cast<std::size_t>(part.side)));
    return numbers;
  }
  static std::vector<double> ones(const Parts& parts) {
    return std::vector<double>(parts.size(), 1.0);
  }

  std::vector<double> shifts_;
  std::vector<double> changes_;
};

std::vector<Solution> solve(Halving& equations) {
  NoProgress progress;
  return solve(equations, static_cast<int>(equations.moves.size()), 0.1, progress);
}

TEST(WeightedGridTest, ErrorsAddUp) {
  Halving equations({0.09 / 16});
  const Solution found = solve(equations)[0];
  EXPECT_TRUE(found.converged);
  EXPECT_LE(found.error, 0.1);
  EXPECT_DOUBLE_EQ(found.error, equations.changed() + 0.09);
}

TEST(WeightedGridTest, SidesEndOnTheirOwn) {
  const std::vector<double> shifts = {0.09 / 16, 0, 1, 0.0999 / 16};
  Halving together(shifts);
  const std::vector<Solution> found = solve(together);
  ASSERT_EQ(found.size(), shifts.size());
  for (std::size_t i = 0; i < shifts.size(); ++i) {
    Halving alone({shifts[i]});
    const Solution expected = solve(alone)[0];
    EXPECT_EQ(found[i].iterations, expected.iterations);
    EXPECT_EQ(together.moves[i], expected.iterations) << "it is left alone then";
    EXPECT_EQ(found[i].error, expected.error);
    EXPECT_EQ(found[i].converged, i != 2);
  }
  EXPECT_LT(found[1].iterations, found[0].iterations);
  EXPECT_LT(found[0].iterations, found[3].iterations);
  EXPECT_LT(found[3].iterations, found[2].iterations);
}

// A side that is not done after so many iterations goes on along links, once these are set up; its
// estimate begins anew. There are fewer where cells are held weakly.
TEST(WeightedGridTest, SlowSidesGoAlongLinks) {
  for (const double resistance : {0.99 * kWeaklyHeld, kWeaklyHeld}) {
    Halving equations({1, 0});
    equations.has_links = true;
    equations.resistance = resistance;
    const std::int64_t most_blind =
        resistance < kWeaklyHeld ? kBlindIterations : kBlindIterationsWeaklyHeld;
    const std::vector<Solution> found = solve(equations);
    EXPECT_TRUE(found[0].converged);
    EXPECT_EQ(found[0].iterations, most_blind + 8);
    EXPECT_EQ(equations.along_links, 8);
    EXPECT_EQ(equations.blind, most_blind + found[1].iterations);
    EXPECT_EQ(equations.set_ups, 1);
  }
}

TEST(WeightedGridTest, WithoutLinksSlowSidesGoOnAsTheyAre) {
  Halving equations({1});
  NoProgress progress;
  const Solution found = solve(equations, 1, 0.1, progress, 450)[0];
  EXPECT_FALSE(found.converged);
  EXPECT_EQ(found.iterations, 450);
  EXPECT_EQ(equations.along_links, 0);
  EXPECT_EQ(equations.set_ups, 1);
}

}  // namespace
}  // namespace bitvox::weighted_grid
