// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/host_and_device.hpp"

// What frames_rows.hpp says of rows, for four pixels at a time on the GPU: a byte each, in words of
// 32 bits, in the order of memory. The host can call all of it, which is how it is tested.
namespace bitvox::colour {

inline constexpr int kWordPixels = 4;
inline constexpr std::uint32_t kAllBytes = 0x01010101U;  // times a byte: that byte four times
inline constexpr std::uint32_t kEvenBytes = 0x00ff00ffU;

struct ChannelWords {
  std::uint32_t red;
  std::uint32_t green;
  std::uint32_t blue;
};

// Colours 0x..RRGGBB taken apart.
BITVOX_BOTH inline ChannelWords channels_of(const std::uint32_t* rgb) {
  ChannelWords words{0, 0, 0};
  for (int i = 0; i < kWordPixels; ++i) {
    words.red |= (rgb[i] >> 16 & 255U) << (8 * i);
    words.green |= (rgb[i] >> 8 & 255U) << (8 * i);
    words.blue |= (rgb[i] & 255U) << (8 * i);
  }
  return words;
}

// The colour 0xRRGGBB of pixel i.
BITVOX_BOTH inline std::uint32_t colour_of(const ChannelWords& words, int i) {
  return (words.red >> (8 * i) & 255U) << 16 | (words.green >> (8 * i) & 255U) << 8 |
         (words.blue >> (8 * i) & 255U);
}

// table_index() of each pixel: no bit of it crosses more than one byte.
struct TablePlaces {
  std::uint32_t high;
  std::uint32_t middle;
  std::uint32_t low;

  BITVOX_BOTH explicit TablePlaces(const ChannelWords& of)
      : high((of.red & 0xfcfcfcfcU) | (of.green >> 6 & 0x03030303U)),
        middle((of.green << 2 & 0xf0f0f0f0U) | (of.blue >> 4 & 0x0f0f0f0fU)),
        low((of.blue << 4 & 0xc0c0c0c0U) | (of.red << 4 & 0x30303030U) |
            (of.green << 2 & 0x0c0c0c0cU) | (of.blue & 0x03030303U)) {}

  BITVOX_BOTH std::uint32_t of(int i) const {
    return (high >> (8 * i) & 255U) << 16 | (middle >> (8 * i) & 255U) << 8 |
           (low >> (8 * i) & 255U);
  }
};

BITVOX_BOTH inline std::uint32_t differences(std::uint32_t a, std::uint32_t b) {
#ifdef __CUDA_ARCH__
  return __vabsdiffu4(a, b);
#else
  std::uint32_t all = 0;
  for (int shift = 0; shift < 32; shift += 8) {
    const std::uint32_t one = a >> shift & 255U;
    const std::uint32_t other = b >> shift & 255U;
    all |= (one > other ? one - other : other - one) << shift;
  }
  return all;
#endif
}

inline constexpr int kMostDifference = 3 * 255;

// 255 for pixels whose channels differ by more than `threshold` together, which is at most
// kMostDifference.
BITVOX_BOTH inline std::uint32_t moving_bytes(const ChannelWords& frame,
                                              const ChannelWords& background, int threshold) {
  const std::uint32_t of[] = {differences(frame.red, background.red),
                              differences(frame.green, background.green),
                              differences(frame.blue, background.blue)};
  // Sums in halves of words, which reach the highest bit of it if they are above the threshold.
  const std::uint32_t rest = static_cast<std::uint32_t>(0x7fff - threshold) * 0x00010001U;
  std::uint32_t even = rest;
  std::uint32_t odd = rest;
  for (const std::uint32_t each : of) {
    even += each & kEvenBytes;
    odd += each >> 8 & kEvenBytes;
  }
  const std::uint32_t highest = (even & 0x80008000U) >> 8 | (odd & 0x80008000U);
  return (highest >> 7) * 255U;
}

// 255 for the pixels from x on that lie in a row.
BITVOX_BOTH inline std::uint32_t inside_bytes(int x, int width) {
  const int count = width - x;
  if (count >= kWordPixels) return ~std::uint32_t{0};
  return count <= 0 ? 0U : (std::uint32_t{1} << (8 * count)) - 1U;
}

// A channel of a background that follows the frames, in 256ths: in halves of words.
struct FollowingWord {
  std::uint32_t even;
  std::uint32_t odd;
};

BITVOX_BOTH inline FollowingWord following(std::uint32_t word) {
  return {(word & kEvenBytes) << 8, word & ~kEvenBytes};
}

BITVOX_BOTH inline std::uint32_t rounded_word(const FollowingWord& background) {
  constexpr std::uint32_t kHalf = 0x00800080U;
  return ((background.even + kHalf) >> 8 & kEvenBytes) | ((background.odd + kHalf) & ~kEvenBytes);
}

BITVOX_BOTH inline std::uint32_t followed(std::uint32_t was, std::uint32_t level, int shift) {
  const int gap = static_cast<int>(256U * level) - static_cast<int>(was);
  return static_cast<std::uint32_t>(static_cast<int>(was) + (gap >> shift));
}

BITVOX_BOTH inline FollowingWord followed_word(const FollowingWord& was, std::uint32_t word,
                                               int shift) {
  const auto halves = [shift](std::uint32_t two, std::uint32_t levels) {
    return followed(two & 0xffffU, levels & 255U, shift) | followed(two >> 16, levels >> 16, shift)
                                                               << 16;
  };
  return {halves(was.even, word & kEvenBytes), halves(was.odd, word >> 8 & kEvenBytes)};
}

// Eight threads have four pixels each, and so 32 together: bit 4 k + i of a thread's word says
// whether its pixel i is of class first + k, and what a thread gets from the others when all words
// are turned, as a matrix of 8 x 8 four bits, is the plane of class first + (its number).
inline constexpr int kTurnedClasses = 8;

BITVOX_BOTH inline std::uint32_t bits_of_classes(std::uint32_t classes, int first) {
  std::uint32_t bits = 0;
  for (std::uint32_t i = 0; i < kWordPixels; ++i) {
    const std::uint32_t of = (classes >> (8 * i) & 255U) - static_cast<std::uint32_t>(first);
    if (of < kTurnedClasses) bits |= std::uint32_t{1} << (kWordPixels * of + i);
  }
  return bits;
}

// One of the steps 4, 2 and 1 of turning: `other` is the word of the thread whose number differs by
// the step; is_upper: from a thread whose number is less.
BITVOX_BOTH inline std::uint32_t turned(std::uint32_t own, std::uint32_t other, int step,
                                        bool is_upper) {
  const std::uint32_t lower = step == 4 ? 0x0000ffffU : step == 2 ? 0x00ff00ffU : 0x0f0f0f0fU;
  const int shift = kWordPixels * step;
  return is_upper ? (own & ~lower) | (other >> shift & lower)
                  : (own & lower) | (other << shift & ~lower);
}

// Bit i of four as a byte that is 1.
BITVOX_BOTH inline std::uint32_t bytes_of_bits(std::uint32_t bits) {
  return bits * 0x00204081U & kAllBytes;
}

}  // namespace bitvox::colour
