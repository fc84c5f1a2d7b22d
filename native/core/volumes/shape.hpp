// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>

namespace bitvox {

// Size of a volume in voxels, and of its bit-packed form: x fastest, then y, then z; every row
// starts at a 64-bit word.
struct Shape {
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::int64_t depth = 0;

  std::int64_t words_per_row() const { return (width + 63) / 64; }
  std::int64_t words_per_slice() const { return words_per_row() * height; }
  std::int64_t word_count() const { return words_per_slice() * depth; }
  std::int64_t voxel_count() const { return width * height * depth; }

  // The bits of a row's last word that are voxels; the others are padding.
  std::uint64_t last_word_mask() const {
    const auto used = static_cast<unsigned>(width % 64);
    return used == 0 ? ~std::uint64_t{0} : (std::uint64_t{1} << used) - 1;
  }

  bool operator==(const Shape&) const = default;
};

// "640 x 480 x 100".
std::string size_text(const Shape& shape);

// Throws InvalidInput unless every side is at least 1 and the sizes above fit 64-bit integers.
void check_shape(const Shape& shape);

}  // namespace bitvox
