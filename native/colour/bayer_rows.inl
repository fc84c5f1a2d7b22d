// SPDX-License-Identifier: BSD-2-Clause
// See bayer_rows.hpp.

#include "cpu/lanes.inl"

// Pixels in numbers of twice their bits, which hold the sums of the rule.
template <class Pixel>
struct Numbers;
template <>
struct Numbers<uint8_t> {
  typedef Register<uint16_t> Bits;
  typedef Register<int16_t> Value;
};
template <>
struct Numbers<uint16_t> {
  typedef Register<uint32_t> Bits;
  typedef Register<int32_t> Value;
};

template <class Pixel, bool kGradient>
struct VectorMath {
  using Bits = typename Numbers<Pixel>::Bits;
  using Value = typename Numbers<Pixel>::Value;
  static constexpr bool kIsGradient = kGradient;
  static constexpr int kPixelBits = 8 * sizeof(Pixel);
  static constexpr int kMost = (1 << kPixelBits) - 1;
  static constexpr int64_t kPixels = kRegisterBytes / sizeof(Pixel);

  static inline Value half(Value sum) { return (sum + 1) >> 1; }
  static inline Value quarter(Value sum) { return (sum + 2) >> 2; }
  static inline Value sixteenth(Value sum) {
    const Value rounded = (sum + 8) >> 4;
    const Value low = Value{} + 0;
    const Value high = Value{} + kMost;
    const Value positive = rounded > low ? rounded : low;
    return positive < high ? positive : high;
  }

  static inline Bits load(const Pixel* from) {
    Bits bits;
    __builtin_memcpy(&bits, from, kRegisterBytes);
    return bits;
  }
  static inline Value first(Bits pairs) { return (Value)(pairs & kMost); }
  static inline Value second(Bits pairs) { return (Value)(pairs >> kPixelBits); }

  static inline Lanes<VectorMath> lanes(const Pixel* row) {
    const Bits here = load(row);
    const Bits far_before = load(row - 2);
    const Bits far_behind = load(row + 2);
    return {first(here),           second(here),      first(load(row - 1)),
            second(load(row + 1)), first(far_before), second(far_behind)};
  }
  static inline void store(Value even, Value odd, Pixel* to) {
    const Bits bits = (Bits)even | (Bits)odd << kPixelBits;
    __builtin_memcpy(to, &bits, kRegisterBytes);
  }
};

// A vector of pixels. What the method does not read of the neighbourhood is not computed.
template <class Math, bool kChromaFirst, class Pixel>
__attribute__((always_inline)) static inline void demosaic_vector(const Pixel* const* rows,
                                                                  int64_t x, Pixel* chroma,
                                                                  Pixel* green, Pixel* other) {
  Neighbourhood<Math> n{};
  n.up = Math::lanes(rows[1] + x);
  n.here = Math::lanes(rows[2] + x);
  n.down = Math::lanes(rows[3] + x);
  if constexpr (Math::kIsGradient) {
    n.up2 = Math::lanes(rows[0] + x);
    n.down2 = Math::lanes(rows[4] + x);
  }
  const Demosaiced<Math> made = demosaic(n, kChromaFirst);
  Math::store(made.even.chroma, made.odd.chroma, chroma);
  Math::store(made.even.green, made.odd.green, green);
  Math::store(made.even.other, made.odd.other, other);
}

template <class Pixel, bool kGradient, bool kChromaFirst>
static void demosaic_row(const Pixel* const* rows, int64_t count, Pixel* chroma, Pixel* green,
                         Pixel* other) {
  using Math = VectorMath<Pixel, kGradient>;
  int64_t x = 0;
  for (; x + Math::kPixels <= count; x += Math::kPixels) {
    demosaic_vector<Math, kChromaFirst>(rows, x, chroma + x, green + x, other + x);
  }
  if (x == count) return;
  Pixel rest[3][Math::kPixels];
  demosaic_vector<Math, kChromaFirst>(rows, x, rest[0], rest[1], rest[2]);
  for (int64_t i = 0; x + i < count; ++i) {
    chroma[x + i] = rest[0][i];
    green[x + i] = rest[1][i];
    other[x + i] = rest[2][i];
  }
}

template <class Pixel, bool kGradient>
constexpr Rows::OfMethod<Pixel> of_method() {
  return {demosaic_row<Pixel, kGradient, false>, demosaic_row<Pixel, kGradient, true>};
}

static void pack(const uint8_t* red, const uint8_t* green, const uint8_t* blue, int64_t count,
                 uint32_t* pixels) {
  for (int64_t i = 0; i < count; ++i) {
    pixels[i] = 0xff000000U | (uint32_t)red[i] << 16 | (uint32_t)green[i] << 8 | blue[i];
  }
}

constexpr Rows kRows = {of_method<uint8_t, false>(), of_method<uint8_t, true>(),
                        of_method<uint16_t, false>(), of_method<uint16_t, true>(), pack};
