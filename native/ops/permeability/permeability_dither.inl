// SPDX-License-Identifier: BSD-2-Clause
// By what the populations of a cell are multiplied before they are rounded to halves, the same
// source for every backend: `one`, give or take a part up to 2^-10 by chance, or, along axes,
// twice as much the other way. Without chance what changes by less than half a digit in a step is
// rounded away in every step, and most of a small force with it: a channel of 128 voxels lost
// half of its flow. With these parts chance changes neither mass nor momentum of populations in
// equilibrium, as a third of each is that of axes.
//
// number: of the voxel in this step, see number_of_step(). one: a power of two. Bits: uint32_t, or
// a vector of them where Value is one. Before it is included, BITVOX_INLINE is defined.
template <class Bits, class Value>
BITVOX_INLINE void half_scales(const Bits& number, float one, Value& scale, Value& scale_of_axes) {
  Bits mixed = number;  // as MurmurHash3 ends
  mixed ^= mixed >> 16;
  mixed *= 0x85ebca6bU;
  mixed ^= mixed >> 13;
  mixed *= 0xc2b2ae35U;
  mixed ^= mixed >> 16;
  // The sum of two throws, with which the mean of what is rounded is right to a few hundredths
  // of a digit, in the last bits of the float 2^23. From here on all is exact.
  constexpr uint32_t kThrow = 0x1fff, kFloat = 0x4b000000;
  const Bits chance = ((mixed & kThrow) + (mixed >> 19)) | kFloat;
  __builtin_memcpy(&scale, &chance, sizeof scale);
  scale = (scale - (8388608.0F + kThrow)) * (one / 8388608) + one;
  scale_of_axes = 3 * one - 2.0F * scale;
}
