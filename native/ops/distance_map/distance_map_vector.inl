// SPDX-License-Identifier: BSD-2-Clause
// Registers of values. Sums of 16 bits stop at 65535.
#include "cpu/lanes.inl"

template <class T>
constexpr int kLanes = kRegisterLanes<T>;

template <class T>
static inline Register<T> sum_of(Register<T> a, Register<T> b) {
  if constexpr (sizeof(T) == 2) {
    return saturated_sum(a, b);
  } else {
    return a + b;
  }
}

template <class T>
static inline Register<T> load(const T* from) {
  return load<Register<T>, T>(from);
}

template <class T>
static inline Register<T> everywhere(T value) {
  return filled<Register<T>>(value);
}

// What a value costs from `weight` away; kLimited: a sum that T cannot tell is kInfinite.
template <class T, bool kLargest, bool kLimited = true>
static inline Register<T> from_away(Register<T> value, Register<T> weight) {
  if constexpr (kLargest) {
    return largest_of(value, weight);
  } else {
    return kLimited ? sum_of<T>(value, weight) : value + weight;
  }
}

// kLineBytes at once.
template <class T>
static inline void copy_lines(const T* from, T* to) {
  for (int i = 0; i < kLines<T>; i += kLanes<T>) store(to + i, load(from + i));
}
