// SPDX-License-Identifier: BSD-2-Clause
// Halves (core/volumes/half.hpp) to floats and back without instructions for it, for one number or
// a vector of them: Bits is int32_t or as many of them as Value has floats. Rounds to nearest, to
// even, as those instructions do. Small halves become floats without the detour by even smaller
// floats, with which a CPU takes a hundred times as long.

constexpr int kFractionShift = 23 - 10;
constexpr int32_t kOneExponent = 1 << 23;
constexpr int32_t kOtherBias = (127 - 15) * kOneExponent;  // what exponents differ by
constexpr int32_t kTooLarge = 0x477ff000;                  // 65520
constexpr float kLeastNormalHalf = 0x1p-14F;

template <class From, class To>
inline void same_bits(const From& from, To& to) {
  static_assert(sizeof to == sizeof from);
  __builtin_memcpy(&to, &from, sizeof to);
}

// Of 16 bits in each 32.
template <class Bits, class Value>
inline void float_of_half(const Bits& half, Value& value) {
  const Bits size = (half & 0x7fff) << kFractionShift;
  const Bits normal = size + kOtherBias;
  Value more;  // where the half is small: too much by what is not before its point
  same_bits(normal + kOneExponent, more);
  more -= kLeastNormalHalf;
  Bits small;
  same_bits(more, small);
  const Bits unsigned_value = size < kOneExponent        ? small
                              : size < 31 * kOneExponent ? normal
                                                         : normal + kOtherBias;  // no number
  same_bits(unsigned_value | (half & 0x8000) << 16, value);
}

template <class Value, class Bits>
inline void half_of_float(const Value& value, Bits& half) {
  Bits bits;
  same_bits(value, bits);
  const Bits size = bits & 0x7fffffff;
  // Just under half of what is cut off, and all of the half where the bit before it is set.
  const Bits normal =
      (size - kOtherBias + 0xfff + ((size >> kFractionShift) & 1)) >> kFractionShift;
  // Small halves are multiples of 2^-24, as the floats from 1/2 on: to these the sum is rounded.
  Value sum;
  same_bits(size, sum);
  sum += 0.5F;
  Bits small;
  same_bits(sum, small);
  small -= 126 * kOneExponent;
  constexpr int32_t kInfinite = 0x7c00, kNoNumber = 0x7e00;
  const Bits none = size - size;
  const Bits large = size <= 255 * kOneExponent ? none + kInfinite : none + kNoNumber;
  const Bits unsigned_half = size < 113 * kOneExponent ? small : size < kTooLarge ? normal : large;
  half = unsigned_half | ((bits >> 16) & 0x8000);
}
