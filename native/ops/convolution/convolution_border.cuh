// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/convolution/convolution.hpp"

namespace bitvox::convolution {

// As bitvox::border_index, for an index beyond the faces, by less than 2^30. Rare enough to be a
// call.
static __device__ __noinline__ int index_beyond(int index, int length, Border edges) {
  if (edges == Border::kNearest) return index < 0 ? 0 : length - 1;
  if (edges == Border::kZero) return -1;
  const bool mirror = edges == Border::kMirror;
  const unsigned period = static_cast<unsigned>(length) * (mirror ? 2U : 1U);
  // Before 0: counted from the end of a period.
  const unsigned phase = index >= 0 ? static_cast<unsigned>(index) % period
                                    : period - 1 - static_cast<unsigned>(-1 - index) % period;
  return static_cast<int>(phase < static_cast<unsigned>(length) ? phase : period - 1 - phase);
}

__device__ inline int index_on_gpu(int index, int length, Border edges) {
  return index >= 0 && index < length ? index : index_beyond(index, length, edges);
}

}  // namespace bitvox::convolution
