// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "colour/mixture.hpp"
#include "core/host_and_device.hpp"
#include "ops/colour_classes/colour_classes_rows.hpp"

// em_sums.inl for the host and the GPU, a colour at a time.
namespace bitvox::colour_classes {

using colour::bits_of;
using colour::distance_at;
using colour::float_of;
using colour::kMostGaussians;
using colour::Point;
using colour::PreparedGaussian;
using elementary::exp2_of_minus;
using elementary::multiply_add;

#define BITVOX_INLINE BITVOX_BOTH inline
#ifdef __CUDA_ARCH__
#define BITVOX_UNROLL _Pragma("unroll")
#else
#define BITVOX_UNROLL
#endif
#include "ops/colour_classes/em_sums.inl"
#undef BITVOX_UNROLL
#undef BITVOX_INLINE

// Where colour `i` of a thread lies in its block. There are as many threads as lanes of parts:
// thread t has lane t % kSumLanes of part t / kSumLanes.
inline constexpr int kLanesOfBlock = kSumLanes * kPartsOfBlock;
BITVOX_BOTH constexpr int place_in_block(int thread, int i) {
  return thread / kSumLanes * kColoursOfPart + i * kSumLanes + thread % kSumLanes;
}

}  // namespace bitvox::colour_classes
