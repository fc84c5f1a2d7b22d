// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/volumes/pixel_type.hpp"
#include "core/volumes/shape.hpp"

namespace bitvox {

namespace packing {
struct Rows;
}

// The inner loops of the best instruction set of this CPU.
const packing::Rows& packing_rows();

// Which pixels become foreground.
struct ForegroundRule {
  enum class Kind { kBinary, kRange };
  Kind kind = Kind::kBinary;  // kBinary: 8-bit, 255 is foreground and only 0 and 255 are allowed
  double low = 0;             // kRange: low <= value <= high; NaN is background
  double high = 0;
};

// Packs one slice of width * height pixels into words (shape.words_per_slice() of them, padding
// zero). Returns false if the rule is kBinary and a value other than 0 and 255 was met. Throws
// InvalidInput if the rule does not suit the type.
bool pack_slice(const void* pixels, PixelType type, const ForegroundRule& rule, const Shape& shape,
                std::uint64_t* words);

// The other way: 0 and 255. Pixels that are all 0 already are only written where there is a voxel.
enum class PixelsBefore { kAny, kZero };
void unpack_slice(const std::uint64_t* words, const Shape& shape, PixelsBefore before,
                  std::uint8_t* pixels);

inline constexpr const char* kBinaryRequired = "8-bit binary (0 and 255 only) image required.";

}  // namespace bitvox
