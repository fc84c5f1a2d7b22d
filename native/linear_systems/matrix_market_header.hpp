// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "linear_systems/text_lines.hpp"

namespace bitvox::sparse {

// What a Matrix Market file says of itself before its entries: the first line, and that of sizes.
struct MatrixMarketHeader {
  enum class Format { kCoordinate, kArray };
  enum class Field { kReal, kInteger, kPattern };
  enum class Symmetry { kGeneral, kSymmetric, kSkewSymmetric };

  Format format = Format::kCoordinate;
  Field field = Field::kReal;
  Symmetry symmetry = Symmetry::kGeneral;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t entries = 0;  // lines of them

  // How many entries of the matrix those of the file are at most.
  std::int64_t most_entries() const {
    return symmetry == Symmetry::kGeneral ? entries : 2 * entries;
  }
};

// Reads as far as the entries. Throws InvalidInput, also where more entries are announced than the
// file can hold, or, of a pipe, 10^15.
MatrixMarketHeader read_header(TextLines& lines);

}  // namespace bitvox::sparse
