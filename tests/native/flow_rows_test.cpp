// SPDX-License-Identifier: BSD-2-Clause
// How the inner loops of each instruction set store floats as halves and read them again.
#include "ops/flow/flow_rows.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "half_reference.hpp"

namespace bitvox::flow {
namespace {

std::vector<InstructionSet> available_sets() {
  std::vector<InstructionSet> all;
  for (const Backend& backend : backends()) {
    if (backend.available && backend.instructions) all.push_back(*backend.instructions);
  }
  return all;
}

// One block of cells, for each slot.
using Populations = std::array<std::array<Half, kLanes>, kSlots>;

// All that a step needs of it where the places are the cells' own.
RowStep<Half> row_of(Populations& populations) {
  RowStep<Half> row{};
  for (std::size_t i = 0; i < kSlots; ++i) row.places[i] = populations[i].data();
  row.own = populations[0].data();
  row.stride = kLanes;
  row.blocks = 1;
  return row;
}

// What a step that adds no more than rates.push leaves where nothing was; number: of the first
// cell.
Populations step(InstructionSet set, const Rates& rates, std::uint32_t number) {
  Populations turned{}, populations;
  RowStep<Half> row = row_of(turned);
  row.number = number;
  rows_for<Rows>(set).halves.step(&row, &rates, &rates);
  for (int i = 0; i < kSlots; ++i) {
    populations[static_cast<std::size_t>(i)] = turned[static_cast<std::size_t>(opposite(i))];
  }
  return populations;
}

// Of a cell where chance has no part.
std::uint32_t sure_number() {
  std::uint32_t number = 1000;
  while (test::chance_at(number, 0) != 0) ++number;
  return number;
}

TEST(FlowRowsTest, HalvesAreStoredAsTheNearestEvenOne) {
  const std::vector<float> values = test::floats_where_halves_turn();
  const std::uint32_t sure = sure_number();
  for (const InstructionSet set : available_sets())
    for (std::size_t i = 0; i + kPairs <= values.size(); i += kPairs) {
      Rates rates{};
      for (std::size_t p = 0; p < kPairs; ++p) rates.push[p] = values[i + p] / kHalvesOf;
      const std::size_t x = i / kPairs % kLanes;
      const Populations found = step(set, rates, sure - static_cast<std::uint32_t>(x));
      for (std::size_t p = 0; p < kPairs; ++p) {
        const Half expected = test::nearest_half(values[i + p]);
        ASSERT_EQ(found[2 * p + 1][x].bits, expected.bits) << values[i + p];
        if (expected.bits == 0) continue;  // of no sign
        ASSERT_EQ(found[2 * p + 2][x].bits, expected.bits | 0x8000) << values[i + p];
      }
    }
}

// A value between two halves becomes both, so often that the mean is the value to a few hundredths
// of what lies between them.
TEST(FlowRowsTest, TheMeanOfManyRoundingsIsTheValue) {
  constexpr std::uint32_t kSteps = 40000;
  for (const double value : {1.0003, 1.4996, 1.9001})
    for (const std::size_t slot : {1U, 7U}) {
      Rates rates{};
      rates.push[(slot - 1) / 2] = static_cast<float>(value / kHalvesOf);
      double sum = 0;
      for (std::uint32_t i = 0; i < kSteps; ++i) {
        const Populations found = step(InstructionSet::kScalar, rates, i * kLanes);
        for (const Half half : found[slot]) sum += test::value_of(half);
      }
      EXPECT_NEAR(sum / kSteps / kLanes, value, 0.05 / 1024) << slot;
    }
}

TEST(FlowRowsTest, HalvesAreReadAsTheyAre) {
  for (const InstructionSet set : available_sets())
    for (int first = 0; first < 65536; first += kLanes) {
      if ((first & 0x7c00) == 0x7c00) continue;  // no numbers
      Populations from{};
      for (std::size_t x = 0; x < kLanes; ++x) {
        from[0][x].bits = static_cast<std::uint16_t>(static_cast<std::size_t>(first) + x);
      }
      std::array<std::array<float, kLanes>, 4> found{};
      float* const out[4] = {found[0].data(), found[1].data(), found[2].data(), found[3].data()};
      const Rates rates{};
      const RowStep<Half> row = row_of(from);
      rows_for<Rows>(set).halves.velocities(&row, &rates, out);
      for (std::size_t x = 0; x < kLanes; ++x) {
        ASSERT_EQ(found[3][x], test::value_of(from[0][x]) / kHalvesOf) << from[0][x].bits;
      }
    }
}

}  // namespace
}  // namespace bitvox::flow
