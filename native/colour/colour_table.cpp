// SPDX-License-Identifier: BSD-2-Clause
#include "colour/colour_table.hpp"

#include "colour/colours_rows.hpp"
#include "core/threads/parallel.hpp"

namespace bitvox::colour {

void build_colour_tables(const PreparedModel& model, InstructionSet instructions, int threads,
                         Progress& progress, std::uint8_t* table, std::uint8_t* certainty) {
  constexpr std::int64_t kPiece = 4096;  // those of one red and green brick: all of blue
  constexpr std::int64_t kPiecesOfBody = 16;
  const colours::Rows& rows = rows_for<colours::Rows>(instructions);
  parallel_for(kTableBytes / kPiece / kPiecesOfBody, threads, progress, [&](std::int64_t body) {
    std::uint32_t rgb[kPiece];
    for (std::int64_t piece = 0; piece < kPiecesOfBody; ++piece) {
      const std::int64_t first = (body * kPiecesOfBody + piece) * kPiece;
      for (std::int64_t i = 0; i < kPiece; ++i) {
        rgb[i] = table_colour(static_cast<std::uint32_t>(first + i));
      }
      if (certainty == nullptr) {
        rows.classes(model, rgb, kPiece, table + first);
      } else {
        rows.certain_classes(model, rgb, kPiece, table + first, certainty + first);
      }
    }
  });
}

void coarsen(int bits, int threads, std::uint8_t* table, std::uint8_t* certainty) {
  constexpr std::int64_t kPart = std::int64_t{1} << 18;
  const std::uint32_t middle = 0x10101U << (7 - bits);
  const std::uint32_t kept = 0x10101U * (256U - (1U << (8 - bits)));
  NoProgress quick;
  parallel_for(kTableBytes / kPart, threads, quick, [&](std::int64_t part) {
    for (std::int64_t i = part * kPart; i < (part + 1) * kPart; ++i) {
      const std::uint32_t rgb = table_colour(static_cast<std::uint32_t>(i));
      const std::uint32_t from = table_index((rgb & kept) | middle);
      if (from == i) continue;  // so that none is written that others read
      table[i] = table[from];
      certainty[i] = certainty[from];
    }
  });
}

}  // namespace bitvox::colour
