// SPDX-License-Identifier: BSD-2-Clause
// What the GPU finds its neighbours with, on the CPU.
#include <gtest/gtest.h>

#include <bit>
#include <utility>

#include "ops/permeability/permeability_grid.hpp"
#include "ops/permeability/permeability_lattice.hpp"
#include "ops/permeability/permeability_solve.hpp"
#include "test_volumes.hpp"

namespace bitvox::permeability {
namespace {

#define BITVOX_INLINE inline
#define BITVOX_UNROLL
#define BITVOX_POPCOUNT std::popcount
#include "ops/permeability/permeability_places.inl"
// After what it builds upon.
#include "ops/permeability/permeability_neighbours.inl"
#undef BITVOX_POPCOUNT
#undef BITVOX_UNROLL
#undef BITVOX_INLINE

std::vector<std::uint64_t> table_of(const Grid& grid) {
  const PorePlaces pores = grid.places();
  const std::int64_t rows = grid.shape().height * grid.shape().depth;
  std::vector<std::uint64_t> table;
  for (std::int64_t row = 0; row < rows; ++row) {
    for (int i = 0; i < table_words_per_row(pores); ++i) {
      table.push_back(table_word(pores, row, i * kTableVoxels));
    }
  }
  table.push_back(static_cast<std::uint64_t>(grid.cells()) << kTablePores);
  return table;
}

TEST(PermeabilityNeighboursTest, TheTableFindsTheSamePlaces) {
  for (const std::int64_t width : {2, 31, 32, 33, 63, 64, 65, 97, 128})
    for (const Sides sides : {Sides::kWalls, Sides::kPeriodic, Sides::kMirrored})
      for (const EndsUsed ends : {EndsUsed::kPeriodic, EndsUsed::kMirrored})
        for (int axis = 0; axis < 3; ++axis) {
          const Grid grid = make_grid(test::random_volume({width, 3, 4}, 0.6, 5),
                                      borders_for(sides, ends, axis), axis);
          const std::vector<std::uint64_t> table = table_of(grid);
          const PorePlaces pores = grid.places();
          for (std::int64_t row = 0; row < 12; ++row) {
            for_row(grid, row, [&](std::int64_t x, std::int64_t cell) {
              const auto at = [&](const std::uint64_t* with, auto take) {
                for_places(pores, with, cell, static_cast<int>(x), static_cast<int>(row % 3),
                           static_cast<int>(row / 3), take);
              };
              PopulationPlace expected[kSlots];
              at(nullptr, [&](int slot, const PopulationPlace& place) { expected[slot] = place; });
              int asked = 0;
              at(table.data(), [&](int slot, const PopulationPlace& place) {
                ++asked;
                EXPECT_EQ(place.cell, expected[slot].cell);
                EXPECT_EQ(place.slot, expected[slot].slot);
                EXPECT_EQ(place.negated, expected[slot].negated);
              });
              EXPECT_EQ(asked, kSlots - 1);
            });
          }
        }
}

}  // namespace
}  // namespace bitvox::permeability
