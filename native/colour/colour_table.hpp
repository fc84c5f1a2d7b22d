// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "colour/prepared_model.hpp"
#include "core/backends/instruction_set.hpp"
#include "core/host_and_device.hpp"
#include "core/threads/progress.hpp"

namespace bitvox::colour {

// The class of each of the 2^24 colours, a byte each: class_of() without the arithmetic. In bricks
// of 4 x 4 x 4 colours, 64 bytes, so that what noise makes of a colour lies in few cache lines.

inline constexpr std::int64_t kTableBytes = std::int64_t{1} << 24;

// Where a colour 0xRRGGBB is: r7..r2 g7..g2 b7..b2 r1 r0 g1 g0 b1 b0, of which no bit crosses more
// than one byte, so that it is made of packed channels too.
BITVOX_BOTH constexpr std::uint32_t table_index(std::uint32_t rgb) {
  const std::uint32_t r = (rgb >> 16) & 255U;
  const std::uint32_t g = (rgb >> 8) & 255U;
  const std::uint32_t b = rgb & 255U;
  return (r >> 2) << 18 | (g >> 2) << 12 | (b >> 2) << 6 | (r & 3U) << 4 | (g & 3U) << 2 | (b & 3U);
}

// The colour of a place.
BITVOX_BOTH constexpr std::uint32_t table_colour(std::uint32_t index) {
  const std::uint32_t r = (index >> 18) << 2 | ((index >> 4) & 3U);
  const std::uint32_t g = ((index >> 12) & 63U) << 2 | ((index >> 2) & 3U);
  const std::uint32_t b = ((index >> 6) & 63U) << 2 | (index & 3U);
  return r << 16 | g << 8 | b;
}

// Fills table[kTableBytes] with the class of each colour, or kRejected, and certainty[kTableBytes],
// unless that is null, with how probable it is (certain_class_of() in mixture.hpp). Throws
// Cancelled.
void build_colour_tables(const PreparedModel& model, InstructionSet instructions, int threads,
                         Progress& progress, std::uint8_t* table, std::uint8_t* certainty);

// Makes tables of 2^24 colours those of so many bits of a channel, 1 to 7: a colour has what the
// middle one of its cell has, (r, g, b) of which the lower bits are 100..0.
void coarsen(int bits, int threads, std::uint8_t* table, std::uint8_t* certainty);

}  // namespace bitvox::colour
