// SPDX-License-Identifier: BSD-2-Clause
// What the GPU finds its neighbours with, on the CPU.
#include <gtest/gtest.h>

#include <bit>
#include <utility>

#include "ops/permeability/permeability_grid.hpp"
#include "ops/permeability/permeability_lattice.hpp"
#include "ops/permeability/permeability_solve.hpp"
#include "ops/permeability/permeability_table.hpp"
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

std::vector<std::uint64_t> table_of(const PorePlaces& pores, const TableShape& shape) {
  std::vector<std::uint64_t> table;
  for (std::int64_t i = 0; i < table_words(shape); ++i) {
    table.push_back(table_word(pores, shape, i));
  }
  return table;
}

void expect_the_same_places(const PorePlaces& pores, const TableShape& shape,
                            const std::vector<std::uint64_t>& table, std::int64_t cell, int x,
                            int y, int z) {
  const std::uint32_t at = table_place(shape, x, y, z);
  int asked = 0;
  for_neighbours(shape, table.data() + at / kTableVoxels, at % kTableVoxels, row_ends(pores, x),
                 static_cast<std::uint32_t>(cell), [&](int slot, bool pore, std::uint32_t from) {
                   ++asked;
                   const PopulationPlace expected = place_of(pores, cell, x, y, z, slot);
                   EXPECT_EQ(expected.slot, pore ? opposite(slot) : slot);
                   EXPECT_EQ(expected.cell, pore ? from : cell);
                   EXPECT_FALSE(expected.negated);
                 });
  EXPECT_EQ(asked, kSlots - 1);
}

TEST(PermeabilityNeighboursTest, TheTableFindsTheSamePlaces) {
  for (const std::int64_t width : {2, 31, 32, 33, 63, 64, 65, 97, 128})
    for (const Sides sides : {Sides::kWalls, Sides::kPeriodic, Sides::kMirrored})
      for (const EndsUsed ends : {EndsUsed::kPeriodic, EndsUsed::kMirrored})
        for (int axis = 0; axis < 3; ++axis) {
          const Grid grid = make_grid(test::random_volume({width, 3, 4}, 0.6, 5),
                                      borders_for(sides, ends, axis), axis);
          const PorePlaces pores = grid.places();
          const TableShape shape = table_shape(grid.shape());
          const std::vector<std::uint64_t> table = table_of(pores, shape);
          int looked_at = 0;
          for (std::int64_t row = 0; row < 12; ++row) {
            const int y = static_cast<int>(row % 3), z = static_cast<int>(row / 3);
            for_row(grid, row, [&](std::int64_t at, std::int64_t cell) {
              const auto x = static_cast<int>(at);
              if (at_mirror(pores, 0, x) || at_mirror(pores, 1, y) || at_mirror(pores, 2, z))
                return;
              expect_the_same_places(pores, shape, table, cell, x, y, z);
              ++looked_at;
            });
          }
          EXPECT_TRUE(looked_at > 0 || width == 2);
        }
}

}  // namespace
}  // namespace bitvox::permeability
