// SPDX-License-Identifier: BSD-2-Clause
#include "cpu/lanes.inl"
constexpr int kLanes = kRegisterLanes<int32_t>;
typedef Register<int32_t> Ints;
typedef Register<uint32_t> Words;
typedef Register<float> Floats;

static inline Ints larger(Ints a, Ints b) { return a < b ? b : a; }

// Bit i: lane i is true.
static inline uint32_t lanes_of(Ints truth) { return static_cast<uint32_t>(bits_of(truth)); }

template <class T>
static uint32_t nonzero(const T* values, int64_t count) {
  uint32_t bits = 0;
  if (kBitsOfSixteen && count == 32) {
    typedef LanesOf<T, 16> Values;
    for (int half = 0; half < 2; ++half) {
      Values sixteen;
      __builtin_memcpy(&sixteen, values + 16 * half, sizeof(sixteen));
      const auto bytes = __builtin_convertvector(sixteen != Values{}, SixteenBytes);
      bits |= bits_of_sixteen(bytes) << 16 * half;
    }
    return bits;
  }
  for (int64_t i = 0; i < count; ++i) bits |= (uint32_t)(values[i] != 0) << i;
  return bits;
}

#include "ops/local_thickness/local_thickness_neighbours.inl"
#include "ops/local_thickness/local_thickness_paint.inl"

template <class T>
constexpr RowsOf<T> kRowsOf = {
    .nonzero = nonzero<T>,
    .largest_neighbours = largest_neighbours<T>,
    .uncovered = uncovered<T>,
    .pick = pick<T>,
    .paint = paint<T>,
};

constexpr Rows kRows = {
    .of_16 = kRowsOf<uint16_t>,
    .of_32 = kRowsOf<uint32_t>,
    .of_double = kRowsOf<double>,
};
