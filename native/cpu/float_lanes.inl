// SPDX-License-Identifier: BSD-2-Clause
// As many floats as a register of the instruction set has, and core/elementary.inl of them. Who
// includes this defines BITVOX_INLINE.

#include "cpu/lanes.inl"
constexpr int kLanes = kRegisterLanes<float>;
typedef Register<float> Lanes;
typedef Register<uint32_t> LaneBits;

// Behind the multiply_add() that it uses.
#include "core/elementary.inl"
