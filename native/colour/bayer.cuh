// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "colour/bayer.hpp"
#include "colour/bayer_rule.hpp"

// The rule on words of 32 bits, of four pixels of 8 bits or two of 16, in the order of memory. Sums
// need more bits than pixels, so even and odd pixels are apart: of 8 bits two of them, each in one
// half of a word, are added by one instruction.
namespace bitvox::bayer {

template <class Pixel>
inline constexpr int kWordPixels = 4 / static_cast<int>(sizeof(Pixel));

template <class Pixel>
struct WordLanes;

template <>
struct WordLanes<std::uint8_t> {
  static constexpr std::uint32_t kMask = 0x00ff00ffU;
  static __device__ std::uint32_t even(std::uint32_t word) { return word & kMask; }
  static __device__ std::uint32_t odd(std::uint32_t word) { return (word >> 8) & kMask; }
  static __device__ std::uint32_t word(std::uint32_t even, std::uint32_t odd) {
    return even | odd << 8;
  }
  // Lanes of two words one after the other, moved by one lane.
  static __device__ std::uint32_t before(std::uint32_t left, std::uint32_t here) {
    return __funnelshift_l(left, here, 16);
  }
  static __device__ std::uint32_t after(std::uint32_t here, std::uint32_t right) {
    return __funnelshift_r(here, right, 16);
  }

  static __device__ std::uint32_t half(std::uint32_t sum) {
    return (sum + 0x00010001U) >> 1 & kMask;
  }
  static __device__ std::uint32_t quarter(std::uint32_t sum) {
    return (sum + 0x00020002U) >> 2 & kMask;
  }
  // 256 sixteenths more keep both lanes from falling below 0, which would borrow from the other
  // one.
  static __device__ std::uint32_t sixteenth(std::uint32_t sum) {
    constexpr std::uint32_t kMinus256 = 0xff00ff00U;
    return __viaddmin_s16x2_relu((sum + 0x10081008U) >> 4 & 0x0fff0fffU, kMinus256, kMask);
  }

  // The words beyond the ends of a row of 4 pixels or more, of which two pixels each are used.
  static __device__ std::uint32_t reflected_before(std::uint32_t here, std::uint32_t) {
    return __byte_perm(here, 0, 0x1200);
  }
  static __device__ std::uint32_t reflected_behind(std::uint32_t, std::uint32_t here) {
    return __byte_perm(here, 0, 0x0012);
  }
};

template <>
struct WordLanes<std::uint16_t> {
  static __device__ std::uint32_t even(std::uint32_t word) { return word & 0xffffU; }
  static __device__ std::uint32_t odd(std::uint32_t word) { return word >> 16; }
  static __device__ std::uint32_t word(std::uint32_t even, std::uint32_t odd) {
    return even | odd << 16;
  }
  static __device__ std::uint32_t before(std::uint32_t left, std::uint32_t) { return left; }
  static __device__ std::uint32_t after(std::uint32_t, std::uint32_t right) { return right; }

  static __device__ std::uint32_t half(std::uint32_t sum) { return (sum + 1) >> 1; }
  static __device__ std::uint32_t quarter(std::uint32_t sum) { return (sum + 2) >> 2; }
  static __device__ std::uint32_t sixteenth(std::uint32_t sum) {
    const int rounded = static_cast<int>(sum + 8) >> 4;
    return static_cast<std::uint32_t>(min(max(rounded, 0), 0xffff));
  }

  static __device__ std::uint32_t reflected_before(std::uint32_t here, std::uint32_t right) {
    return __byte_perm(here, right, 0x3254);
  }
  static __device__ std::uint32_t reflected_behind(std::uint32_t left, std::uint32_t here) {
    return __byte_perm(left, here, 0x3254);
  }
};

template <class Pixel, bool kGradient>
struct WordMath : WordLanes<Pixel> {
  using Value = std::uint32_t;
  static constexpr bool kIsGradient = kGradient;
};

// The pixels from x on, a multiple of kWordPixels, and those beside them, of which two are used.
struct Words {
  std::uint32_t left;
  std::uint32_t here;
  std::uint32_t right;
};

// Rows whose words are aligned: width is a multiple of kWordPixels and 4 or more.
template <class Pixel>
__device__ inline Words aligned_words(const Pixel* row, int x, int width) {
  const auto* const words = reinterpret_cast<const std::uint32_t*>(row + x);
  const bool is_first = x == 0;
  const bool is_last = x + kWordPixels<Pixel> == width;
  const std::uint32_t here = words[0];
  const std::uint32_t left = is_first ? 0 : words[-1];
  const std::uint32_t right = is_last ? 0 : words[1];
  return {is_first ? WordLanes<Pixel>::reflected_before(here, right) : left, here,
          is_last ? WordLanes<Pixel>::reflected_behind(left, here) : right};
}

// Any rows. A word that is read may begin 3 bytes before the array and end 7 bytes behind it, as
// far as memory is aligned to 4 bytes.
template <class Pixel>
__device__ inline std::uint32_t any_word(const Pixel* row, int x, int width) {
  if (x >= 0 && x + kWordPixels<Pixel> <= width) {
    const auto address = reinterpret_cast<std::uintptr_t>(row + x);
    const auto* const words = reinterpret_cast<const std::uint32_t*>(address & ~std::uintptr_t{3});
    return __funnelshift_r(words[0], words[1], 8 * static_cast<unsigned>(address & 3));
  }
  std::uint32_t word = 0;
  for (int i = 0; i < kWordPixels<Pixel>; ++i) {
    word |= static_cast<std::uint32_t>(row[reflected(x + i, width)])
            << (i * 8 * static_cast<int>(sizeof(Pixel)));
  }
  return word;
}

template <class Pixel>
__device__ inline Words any_words(const Pixel* row, int x, int width) {
  return {any_word(row, x - kWordPixels<Pixel>, width), any_word(row, x, width),
          any_word(row, x + kWordPixels<Pixel>, width)};
}

template <class Math>
__device__ inline Lanes<Math> lanes_of(const Words& words) {
  const std::uint32_t even = Math::even(words.here);
  const std::uint32_t odd = Math::odd(words.here);
  return {even,
          odd,
          Math::before(Math::odd(words.left), odd),
          Math::after(even, Math::even(words.right)),
          Math::before(Math::even(words.left), even),
          Math::after(odd, Math::odd(words.right))};
}

// A word of each colour.
struct ColourWords {
  std::uint32_t red;
  std::uint32_t green;
  std::uint32_t blue;
};

template <class Math>
__device__ inline ColourWords demosaic_words(const Neighbourhood<Math>& n, bool is_red_row,
                                             bool chroma_first) {
  const Demosaiced<Math> made = demosaic(n, chroma_first);
  const std::uint32_t chroma = Math::word(made.even.chroma, made.odd.chroma);
  const std::uint32_t other = Math::word(made.even.other, made.odd.other);
  return {is_red_row ? chroma : other, Math::word(made.even.green, made.odd.green),
          is_red_row ? other : chroma};
}

// The pixels of one frame from x on, a multiple of kWordPixels within it, in row after row from y
// on: each row is read once.
template <class Pixel, bool kGradient, bool kAligned>
class WordColumn {
 public:
  __device__ WordColumn(const Pixel* frame, int width, int height, Phase phase, int x, int y)
      : frame_(frame), width_(width), height_(height), phase_(phase), x_(x), y_(y) {
#pragma unroll
    for (int i = 1; i < kWindow; ++i) window_[i] = read(y - kReach + i - 1);
  }

  __device__ ColourWords next() {
#pragma unroll
    for (int row = 0; row + 1 < kWindow; ++row) window_[row] = window_[row + 1];
    window_[kWindow - 1] = read(y_ + kReach);
    Neighbourhood<Math> n{};
    n.up = window_[kReach - 1];
    n.here = window_[kReach];
    n.down = window_[kReach + 1];
    if constexpr (kGradient) {
      n.up2 = window_[0];
      n.down2 = window_[4];
    }
    const ColourWords made = demosaic_words(n, phase_.is_red_row(y_), phase_.chroma_first(y_));
    ++y_;
    return made;
  }

 private:
  using Math = WordMath<Pixel, kGradient>;
  static constexpr int kReach = kGradient ? 2 : 1;
  static constexpr int kWindow = 2 * kReach + 1;

  __device__ Lanes<Math> read(int y) const {
    const Pixel* const row = frame_ + reflected(y, height_) * width_;
    return lanes_of<Math>(kAligned ? aligned_words(row, x_, width_) : any_words(row, x_, width_));
  }

  const Pixel* frame_;
  int width_;
  int height_;
  Phase phase_;
  int x_;
  int y_;
  Lanes<Math> window_[kWindow];
};

// 0xffRRGGBB of four pixels of 8 bits, as ImageJ has them.
__device__ inline uint4 packed(const ColourWords& words) {
  const std::uint32_t blue_green_01 = __byte_perm(words.blue, words.green, 0x5140);
  const std::uint32_t blue_green_23 = __byte_perm(words.blue, words.green, 0x7362);
  const std::uint32_t red_01 = __byte_perm(words.red, 0xffffffffU, 0x4140);
  const std::uint32_t red_23 = __byte_perm(words.red, 0xffffffffU, 0x4342);
  return {__byte_perm(blue_green_01, red_01, 0x5410), __byte_perm(blue_green_01, red_01, 0x7632),
          __byte_perm(blue_green_23, red_23, 0x5410), __byte_perm(blue_green_23, red_23, 0x7632)};
}

}  // namespace bitvox::bayer
