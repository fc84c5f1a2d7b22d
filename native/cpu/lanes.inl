// SPDX-License-Identifier: BSD-2-Clause
// Vectors for NAME_rows.inl, and what is computed with them beyond the operators that compilers
// know: Vector<T> and the rest of cpu/lane_types.inl. BITVOX_LANES, by cpu/rows.cpp.in, is the file
// of the instruction set: what it has an instruction for is an overload there, and what stands here
// is for all others.

#include BITVOX_LANES

#pragma push_macro("BITVOX_INLINE")
#undef BITVOX_INLINE
#define BITVOX_INLINE BITVOX_LANE
#include "core/fused.inl"
#pragma pop_macro("BITVOX_INLINE")

// ---- Bits -----------------------------------------------------------------------------------

// Bit by bit: a where the mask is set, else b.
template <class V>
BITVOX_LANE V either(V mask, V a, V b) {
  return b ^ (mask & (a ^ b));
}

// so_far, and where the mask is set v too.
template <class V>
BITVOX_LANE V or_masked(V so_far, V v, V mask) {
  return so_far | (v & mask);
}

// The sum of three bits, everywhere: low + 2 high.
template <class V>
BITVOX_LANE void add_three(V a, V b, V c, V& low, V& high) {
  const V one_of_two = a ^ b;
  high = (a & b) | (one_of_two & c);
  low = one_of_two ^ c;
}

// Whether a > b of numbers whose bits lie in one vector each, by the next higher bit: so_far is
// what the lower ones said.
template <class V>
BITVOX_LANE V greater_bit(V a, V b, V so_far) {
  return (a & ~b) | (so_far & ~(a ^ b));
}

// Whether any bit is set.
BITVOX_LANE bool any(uint64_t word) { return word != 0; }
template <class V>
BITVOX_LANE bool any(V v) {
  uint64_t words[sizeof(V) / sizeof(uint64_t)];
  __builtin_memcpy(words, &v, sizeof words);
  uint64_t all = 0;
  for (const uint64_t word : words) all |= word;
  return all != 0;
}

// ---- Comparisons ----------------------------------------------------------------------------

// Which lanes are low to high; bits_of() makes bits of it. low <= high, but for floats.
template <class V>
BITVOX_LANE auto in_range(V v, V low, V high) {
  return (v >= low) & (v <= high);
}

template <class V>
BITVOX_LANE V least_of(V a, V b) {
  return a < b ? a : b;
}
template <class V>
BITVOX_LANE V largest_of(V a, V b) {
  return a < b ? b : a;
}

// Whether a is below b in any lane.
template <class V>
BITVOX_LANE bool any_below(V a, V b) {
  return any(a < b);
}

// Whether all lanes are true.
template <class V>
BITVOX_LANE bool all(V truth) {
  int32_t some = -1;
  for (int lane = 0; lane < kRegisterLanes<int32_t>; ++lane) some &= truth[lane];
  return some != 0;
}

// ---- Numbers --------------------------------------------------------------------------------

// Sums that stop at 65535.
template <class V>
BITVOX_LANE V saturated_sum(V a, V b) {
  const V sum = a + b;
  return sum | (V)(sum < a);  // all ones where it went past that
}

// a b + c, rounded once.
template <class V>
BITVOX_LANE V multiply_add(V a, V b, V c) {
  V sums = c;
  for (int lane = 0; lane < kRegisterLanes<float>; ++lane) {
    sums[lane] = fused(a[lane], b[lane], c[lane]);
  }
  return sums;
}

template <class V>
BITVOX_LANE V root_of(V v) {
  for (int lane = 0; lane < kRegisterLanes<float>; ++lane) v[lane] = __builtin_sqrtf(v[lane]);
  return v;
}

// Adds up bytes, eight in each lane.
template <class V>
BITVOX_LANE void add_eight_each(const Bytes32& bytes, V& sums) {
  for (int i = 0; i < 32; ++i) sums[i / 8] += bytes[i];
}

// Numbers in memory as those that a register has of doubles, and as integers of the same width.
template <class T>
BITVOX_LANE Register<double> doubles(const T* from) {
  return Register<double>{static_cast<double>(from[0]), static_cast<double>(from[1])};
}
template <class T>
BITVOX_LANE Register<int64_t> integers(const T* from) {
  return Register<int64_t>{from[0], from[1]};
}

// ---- Lanes ----------------------------------------------------------------------------------

BITVOX_LANE uint64_t lane_of(uint64_t word, int) { return word; }
template <class V>
BITVOX_LANE uint64_t lane_of(const V& v, int lane) {
  return v[lane];
}
BITVOX_LANE void set_lane(uint64_t& word, int, uint64_t value) { word = value; }
template <class V>
BITVOX_LANE void set_lane(V& v, int lane, uint64_t value) {
  v[lane] = value;
}

// Lane i is lane i - 1 of v, and lane 0 `before`; or lane i + 1, and the last one `after`.
BITVOX_LANE uint64_t moved_up(uint64_t, uint64_t before) { return before; }
BITVOX_LANE uint64_t moved_down(uint64_t, uint64_t after) { return after; }

// The four bytes at kScale times a place: from memory that may be read, though not in order.
template <int kScale, class V>
BITVOX_LANE void gather(const void* from, const V& places, V& found) {
  const auto* const bytes = static_cast<const unsigned char*>(from);
  constexpr int kCount = sizeof(V) / sizeof(int32_t);
  for (int lane = 0; lane < kCount; ++lane) {
    int32_t number;
    __builtin_memcpy(&number, bytes + int64_t{places[lane]} * kScale, sizeof number);
    found[lane] = number;
  }
}

// at(i) is where four floats are: a register of the first ones of at(0), at(1), ..., one of the
// second ones, and so on.
template <class At, class V>
BITVOX_LANE void turn_quads(const At& at, V (&to)[4]) {
  V x{}, y{}, z{}, w{};
  for (int i = 0; i < kRegisterLanes<float>; ++i) {
    x[i] = at(i)[0];
    y[i] = at(i)[1];
    z[i] = at(i)[2];
    w[i] = at(i)[3];
  }
  to[0] = x;
  to[1] = y;
  to[2] = z;
  to[3] = w;
}

// Where lanes are true; what is not is not looked at, and loaded as 0.
template <class T>
BITVOX_LANE void load_where(const EightInts& where, const T* from, T* values) {
  for (int lane = 0; lane < 8; ++lane) values[lane] = where[lane] != 0 ? from[lane] : T{};
}
template <class T>
BITVOX_LANE void store_where(const EightInts& where, const T* values, T* to) {
  for (int lane = 0; lane < 8; ++lane) {
    if (where[lane] != 0) to[lane] = values[lane];
  }
}

#undef BITVOX_LANE
