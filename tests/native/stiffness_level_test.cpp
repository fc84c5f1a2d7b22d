// SPDX-License-Identifier: BSD-2-Clause
#include "ops/stiffness/stiffness_level.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>
#include <vector>

#include "core/backends/instruction_set.hpp"
#include "ops/stiffness/stiffness_cycle.hpp"

namespace bitvox::stiffness {
namespace {

// Elements of L = 1, M = 0.5 where is_solid(x, y, z).
template <class IsSolid>
Level level_of(const Lattice& lattice, const IsSolid& is_solid, const Tasks& tasks) {
  return {lattice,
          {1, 1, 1},
          false,
          [&](std::int64_t y, std::int64_t z, const LameRow& row) {
            for (std::int64_t x = 0; x < lattice.elements[0]; ++x) {
              if (!is_solid(x, y, z)) continue;
              row.mean[x] = row.rest[x] = 1;
              row.shear[x] = 0.5;
            }
          },
          tasks};
}

Lattice lattice_of(std::int64_t x, std::int64_t y, std::int64_t z) {
  Lattice out;
  out.elements = {x, y, z};
  return out;
}

TEST(StiffnessLevel, EmptySpaceIsNotStored) {
  NoProgress progress;
  const Tasks tasks(2, progress);
  // A rod of one element along z touches four nodes a layer, in one block a row.
  const Level rod = level_of(
      lattice_of(64, 64, 64), [](auto x, auto y, auto) { return x == 20 && y == 30; }, tasks);
  EXPECT_EQ(rod.blocks(), 1 + 2 * 65);
  // At the end of a block it touches the next one too.
  const Level end = level_of(
      lattice_of(64, 64, 64), [](auto x, auto y, auto) { return x == 23 && y == 30; }, tasks);
  EXPECT_EQ(end.blocks(), 1 + 4 * 65);
  EXPECT_EQ(level_of(
                lattice_of(7, 3, 2), [](auto...) { return true; }, tasks)
                .blocks(),
            1 + 12);
  EXPECT_EQ(level_of(
                lattice_of(8, 3, 2), [](auto...) { return true; }, tasks)
                .blocks(),
            1 + 24);
}

TEST(StiffnessLevel, ALevelBelowHasTheMeanOfEight) {
  NoProgress progress;
  const Tasks tasks(2, progress);
  const auto is_solid = [](std::int64_t x, std::int64_t y, std::int64_t z) {
    return (x * 7 + y * 5 + z * 3) % 4 < 2;
  };
  for (const bool periodic : {false, true}) {
    Lattice lattice = lattice_of(21, 6, 9);
    lattice.periodic = {periodic, periodic, false};
    const Level fine = level_of(lattice, is_solid, tasks);
    const Level coarse = fine.coarse(tasks);
    for (std::int64_t z = 0; z < 5; ++z)
      for (std::int64_t y = 0; y < 3; ++y)
        for (std::int64_t x = 0; x < 11; ++x) {
          float sum = 0;
          for (int child = 0; child < 8; ++child) {
            std::int64_t i = 2 * x + (child & 1);
            const std::int64_t j = 2 * y + (child >> 1 & 1), k = 2 * z + (child >> 2);
            if (periodic && i == 21) i = 20;  // once more
            if (i < 21 && k < 9 && is_solid(i, j, k)) sum += 0.25F;
          }
          EXPECT_EQ(coarse.element(x, y, z).mean, sum);
          EXPECT_EQ(coarse.element(x, y, z).shear, 0.5F * sum);
        }
  }
}

// A given component has 0 for one over its diagonal, a free one that of the elements around.
TEST(StiffnessLevel, GivenComponentsAndDiagonals) {
  NoProgress progress;
  const Tasks tasks(1, progress);
  Lattice lattice = lattice_of(10, 4, 5);
  lattice.given[2] = {7, 4};
  lattice.given[0] = {1, 0};
  const Level level = level_of(
      lattice, [](auto...) { return true; }, tasks);
  const auto inverse = [&](std::int64_t x, std::int64_t y, std::int64_t z, int c) {
    return level.inverse()[static_cast<std::size_t>(level.at(x, y, z, c))];
  };
  EXPECT_EQ(inverse(3, 2, 0, 1), 0);
  EXPECT_GT(inverse(3, 2, 5, 1), 0);
  EXPECT_EQ(inverse(3, 2, 5, 2), 0);
  EXPECT_EQ(inverse(0, 2, 2, 0), 0);
  EXPECT_GT(inverse(10, 2, 2, 0), 0);
  const float whole = 16.0F / 9 * (1 + 4 * 0.5F);
  EXPECT_FLOAT_EQ(inverse(3, 2, 2, 0), 1 / (8 * whole));
  EXPECT_FLOAT_EQ(inverse(10, 4, 2, 0), 1 / (2 * whole));
}

// The cycle is symmetric and positive, which conjugate gradients need: a . M b = b . M a.
TEST(StiffnessLevel, TheCycleIsSymmetric) {
  NoProgress progress;
  const Tasks tasks(2, progress);
  const Rows& rows = rows_for<Rows>(InstructionSet::kScalar);
  for (const bool periodic : {false, true}) {
    Lattice lattice = lattice_of(12, 10, 9);
    lattice.periodic = {periodic, periodic, false};
    lattice.given[2] = {7, 7};
    const Level level = level_of(
        lattice, [](auto x, auto y, auto z) { return (x * 3 + y + z * 2) % 5 != 0; }, tasks);
    const Cycle cycle(rows, level, 6, tasks);
    std::mt19937 random(3);
    const auto vector = [&] {
      FloatVector out;
      out.assign(static_cast<std::size_t>(level.numbers()), 0.0F);
      for (std::size_t i = 0; i < out.size(); ++i) {
        if (level.inverse()[i] > 0) {
          out[i] = static_cast<float>(random() % 1000) / 500 - 1;
        }
      }
      return out;
    };
    const auto dot = [](const FloatVector& a, const FloatVector& b) {
      double sum = 0;
      for (std::size_t i = 0; i < a.size(); ++i) {
        sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
      }
      return sum;
    };
    const FloatVector a = vector(), b = vector();
    FloatVector of_a, of_b;
    of_a.assign(a.size(), 0.0F);
    of_b.assign(b.size(), 0.0F);
    cycle.correct(level, a, of_a);
    cycle.correct(level, b, of_b);
    EXPECT_GT(dot(a, of_a), 0);
    EXPECT_NEAR(dot(a, of_b), dot(b, of_a), 1e-5 * std::sqrt(dot(a, of_a) * dot(b, of_b)));
  }
}

}  // namespace
}  // namespace bitvox::stiffness
