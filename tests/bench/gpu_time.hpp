// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime_api.h>

#include "cuda/stream.hpp"

namespace bitvox::test {

// Seconds that the GPU takes for one of so many pieces of work in a row, which body() enqueues: so
// enqueuing is not what is measured.
template <class Body>
double gpu_seconds(const cuda::Stream& stream, int pieces, const Body& body) {
  cudaEvent_t begin = nullptr;
  cudaEvent_t end = nullptr;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaEventRecord(begin, stream.get());
  for (int i = 0; i < pieces; ++i) body();
  cudaEventRecord(end, stream.get());
  cudaEventSynchronize(end);
  float milliseconds = 0;
  cudaEventElapsedTime(&milliseconds, begin, end);
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  return milliseconds / 1000.0 / pieces;
}

}  // namespace bitvox::test
