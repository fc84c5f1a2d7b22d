// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/host_and_device.hpp"

// clean_plane() on words, for the GPU; the host can call all of it, which is how it is tested. An
// erosion is the dilation of the complement, so that what lies outside is 0 for both.
namespace bitvox::colour {

// 32 pixels of a row with 16 on each side: from pixel 32 * word - 16 on. A step of one pixel spoils
// the outermost one, so 16 steps need no neighbour.
inline constexpr int kSidePixels = 16;

BITVOX_BOTH inline std::uint64_t with_sides(std::uint32_t left, std::uint32_t here,
                                            std::uint32_t right) {
  return left >> kSidePixels | std::uint64_t{here} << kSidePixels |
         std::uint64_t{right} << (32 + kSidePixels);
}
BITVOX_BOTH inline std::uint32_t without_sides(std::uint64_t bits) {
  return static_cast<std::uint32_t>(bits >> kSidePixels);
}

// Which of these pixels lie in a row.
BITVOX_BOTH inline std::uint64_t inside_sides(int word, int width) {
  const std::uint64_t behind_begin =
      word == 0 ? ~std::uint64_t{0} << kSidePixels : ~std::uint64_t{0};
  const int count = width - 32 * word + kSidePixels;
  if (count >= 64) return behind_begin;
  return behind_begin & ((std::uint64_t{1} << count) - 1);
}

BITVOX_BOTH inline std::uint64_t grown_along_x(std::uint64_t bits) {
  return bits | bits << 1 | bits >> 1;
}

// Dilates rows kFirst to kCount - 1 - kFirst by 3 x 3 pixels, or erodes them if flip is all ones;
// those beyond are read. inside(i): which pixels of row i lie in the plane.
template <int kFirst, int kCount, class Inside>
BITVOX_BOTH inline void grow_rows(std::uint64_t* rows, std::uint64_t flip, const Inside& inside) {
  std::uint64_t above = grown_along_x((rows[kFirst - 1] ^ flip) & inside(kFirst - 1));
  std::uint64_t here = grown_along_x((rows[kFirst] ^ flip) & inside(kFirst));
  for (int i = kFirst; i < kCount - kFirst; ++i) {
    const std::uint64_t below = grown_along_x((rows[i + 1] ^ flip) & inside(i + 1));
    rows[i] = (above | here | below) ^ flip;
    above = here;
    here = below;
  }
}

// The opening and then the closing of radius 0 or 1 of rows that reach kSteps = 2 * (open + close)
// beyond those that are wanted, on both sides.
template <int kOpen, int kClose, int kCount, class Inside>
BITVOX_BOTH inline void clean_rows(std::uint64_t* rows, const Inside& inside) {
  constexpr std::uint64_t kErosion = ~std::uint64_t{0};
  if constexpr (kOpen == 1) {
    grow_rows<1, kCount>(rows, kErosion, inside);
    grow_rows<2, kCount>(rows, 0, inside);
  }
  if constexpr (kClose == 1) {
    grow_rows<2 * kOpen + 1, kCount>(rows, 0, inside);
    grow_rows<2 * kOpen + 2, kCount>(rows, kErosion, inside);
  }
}

// Five words of a row, of which the middle one is wanted, dilated by up to 127 pixels.
BITVOX_BOTH inline void join_shifted(std::uint64_t* words, int by) {
  std::uint64_t moved[6];
  for (int i = 0; i < 6; ++i) moved[i] = i < 5 ? words[i] : 0;
  if (by >= 64) {
    for (int i = 0; i < 5; ++i) moved[i] = moved[i + 1];
    by -= 64;
  }
  for (int i = 0; i < 5; ++i) {
    words[i] |= by == 0 ? moved[i] : moved[i] >> by | moved[i + 1] << (64 - by);
  }
}

BITVOX_BOTH inline std::uint64_t grown_along_x(std::uint64_t* words, int radius) {
  // Each bit becomes the OR of the `reach` bits from it on, until these are 2 * radius + 1.
  int reach = 1;
  for (; 2 * reach <= 2 * radius + 1; reach *= 2) join_shifted(words, reach);
  join_shifted(words, 2 * radius + 1 - reach);
  // The one that was `radius` before.
  if (radius == 0) return words[2];
  if (radius < 64) return words[2] << radius | words[1] >> (64 - radius);
  const int rest = radius - 64;
  return rest == 0 ? words[1] : words[1] << rest | words[0] >> (64 - rest);
}

}  // namespace bitvox::colour
