// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>

#include "cuda/cuda_check.hpp"
#include "cuda/gpu_size.hpp"
#include "cuda/stream.hpp"

// Starting kernels. All throw DeviceError.
namespace bitvox::cuda {

struct LaunchShape {
  dim3 blocks;
  dim3 threads;                  // of a block
  std::size_t shared_bytes = 0;  // of a block, besides what the kernel declares
};

// So many blocks that each item has one of their places.
inline unsigned blocks_for(std::int64_t items, std::int64_t per_block) {
  return static_cast<unsigned>((items + per_block - 1) / per_block);
}

// How many blocks of a kernel the whole GPU holds at a time.
template <class... Parameters>
int resident_blocks(void (*kernel)(Parameters...), int threads, std::size_t shared_bytes = 0) {
  int each = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, reinterpret_cast<const void*>(kernel),
                                                      threads, shared_bytes),
        "asking the GPU for its size");
  return multiprocessors() * each;
}

// Needed before a launch with more shared memory than every GPU has, which is 48 KiB. Never takes
// away what was allowed before: another thread may be about to launch the same kernel.
void allow_shared_bytes(const void* kernel, std::size_t shared_bytes);
template <class... Parameters>
void allow_shared_bytes(void (*kernel)(Parameters...), std::size_t shared_bytes) {
  allow_shared_bytes(reinterpret_cast<const void*>(kernel), shared_bytes);
}

enum class LaunchKind { kPlain, kCooperative, kOverlapping };

// launch() and its kin without their types: parameters[i] points to the kernel's
// parameter i.
void start(LaunchKind kind, const void* kernel, const LaunchShape& shape, void** parameters,
           const Stream& stream);

template <class... Parameters, class... Arguments>
void start_typed(LaunchKind kind, void (*kernel)(Parameters...), const LaunchShape& shape,
                 const Stream& stream, Arguments&&... arguments) {
  std::tuple<Parameters...> values(std::forward<Arguments>(arguments)...);
  std::apply(
      [&](auto&... value) {
        void* parameters[] = {&value...};
        start(kind, reinterpret_cast<const void*>(kernel), shape, parameters, stream);
      },
      values);
}

// Enqueues a kernel; its parameters are made of the arguments as when a function is called.
template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), const LaunchShape& shape, const Stream& stream,
            Arguments&&... arguments) {
  start_typed(LaunchKind::kPlain, kernel, shape, stream, std::forward<Arguments>(arguments)...);
}

// The same for a kernel whose blocks wait for one another: at most resident_blocks() of them.
template <class... Parameters, class... Arguments>
void launch_cooperative(void (*kernel)(Parameters...), const LaunchShape& shape,
                        const Stream& stream, Arguments&&... arguments) {
  start_typed(LaunchKind::kCooperative, kernel, shape, stream,
              std::forward<Arguments>(arguments)...);
}

// The same for one of many short kernels in a row: it may begin before the one before it in the
// stream has ended, and waits for that itself (see overlap.cuh). As launch() where the GPU, or the
// code that runs on it, is older than compute capability 9.0.
template <class... Parameters, class... Arguments>
void launch_overlapping(void (*kernel)(Parameters...), const LaunchShape& shape,
                        const Stream& stream, Arguments&&... arguments) {
  start_typed(LaunchKind::kOverlapping, kernel, shape, stream,
              std::forward<Arguments>(arguments)...);
}

}  // namespace bitvox::cuda
