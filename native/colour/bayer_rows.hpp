// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

#include "colour/bayer_rule.hpp"

namespace bitvox::bayer {

// What is read of a row: from so many pixels before the first one to so many behind the last one.
constexpr int64_t kReadBefore = 2;
constexpr int64_t kReadBehind = 64 + 2;  // whole vectors

// The inner loops of the CPU.
struct Rows {
  static const Rows scalar, avx2, avx512;

  // The colours of `count` pixels of a row: its chroma, green, and the chroma of the rows beside
  // it. rows are the five from two above to two below, continued beyond their ends; with bilinear
  // the first and the last one are not read.
  template <class Pixel>
  using Demosaic = void (*)(const Pixel* const* rows, int64_t count, Pixel* chroma, Pixel* green,
                            Pixel* other);

  // For rows that begin with green, and for those that begin with their chroma.
  template <class Pixel>
  struct OfMethod {
    Demosaic<Pixel> green_first;
    Demosaic<Pixel> chroma_first;
  };
  OfMethod<uint8_t> bilinear_u8;
  OfMethod<uint8_t> gradient_u8;
  OfMethod<uint16_t> bilinear_u16;
  OfMethod<uint16_t> gradient_u16;

  // 0xffRRGGBB, as ImageJ has colours.
  void (*pack)(const uint8_t* red, const uint8_t* green, const uint8_t* blue, int64_t count,
               uint32_t* pixels);
};

}  // namespace bitvox::bayer
