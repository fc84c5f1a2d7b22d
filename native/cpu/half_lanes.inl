// SPDX-License-Identifier: BSD-2-Clause
// One half (core/volumes/half.hpp) or eight at a time, by the instructions that the CPU has for it,
// see cpu/lanes.inl, or by cpu/half.inl: the same bits. For NAME_rows.inl.
#include "cpu/half.inl"
#include "cpu/lanes.inl"

template <class Value>
inline void load_half(const uint16_t* from, Value& value) {
  float_of_half(int32_t{*from}, value);
}

template <class Values>
inline void load_halves(const uint16_t* from, Values& values) {
  typedef LanesOf<uint16_t, 8> EightHalves;
  float_of_half(__builtin_convertvector(load<EightHalves>(from), EightInts), values);
}

template <class Values>
inline void store_halves(const Values& values, uint16_t* to) {
  typedef LanesOf<uint16_t, 8> EightHalves;
  EightInts bits;
  half_of_float(values, bits);
  store(to, __builtin_convertvector(bits, EightHalves));
}

inline void load_half(const Half* from, float& value) { load_half(&from->bits, value); }
inline void load_halves(const Half* from, EightFloats& values) {
  load_halves(reinterpret_cast<const uint16_t*>(from), values);
}
inline void store_halves(const EightFloats& values, Half* to) {
  store_halves(values, reinterpret_cast<uint16_t*>(to));
}
