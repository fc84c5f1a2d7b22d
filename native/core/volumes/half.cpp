// SPDX-License-Identifier: BSD-2-Clause
#include "core/volumes/half.hpp"

namespace bitvox {
namespace {
#include "cpu/half.inl"
}  // namespace

float to_float(Half half) {
  float value = 0;
  float_of_half(int32_t{half.bits}, value);
  return value;
}

Half to_half(float value) {
  int32_t bits = 0;
  half_of_float(value, bits);
  return {static_cast<uint16_t>(bits)};
}

}  // namespace bitvox
