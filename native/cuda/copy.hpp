// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "cuda/cuda_check.hpp"
#include "cuda/stream.hpp"

// Setting and copying arrays in the order of a stream. All throw DeviceError.
namespace bitvox::cuda {

// Every byte of an array on the GPU.
template <class T>
void fill(T* array, unsigned char byte, std::int64_t count, const Stream& stream) {
  check(cudaMemsetAsync(array, byte, static_cast<std::size_t>(count) * sizeof(T), stream.get()),
        "clearing memory on the GPU");
}

template <class T>
void clear(T* array, std::int64_t count, const Stream& stream) {
  fill(array, 0, count, stream);
}

// From the host to the GPU, back, or on the GPU. Does not wait for the stream where the host's
// memory is page-locked.
template <class T>
void copy(T* to, const T* from, std::int64_t count, const Stream& stream) {
  static_assert(std::is_trivially_copyable_v<T>);
  check(cudaMemcpyAsync(to, from, static_cast<std::size_t>(count) * sizeof(T), cudaMemcpyDefault,
                        stream.get()),
        "copying to or from the GPU");
}

// What an array on the GPU holds after all that is in the stream; waits for that.
template <class T>
void read_back(T* to, const T* array, std::int64_t count, const Stream& stream) {
  copy(to, array, count, stream);
  stream.wait();
}

template <class T>
T read_back(const T* value, const Stream& stream) {
  T result;
  read_back(&result, value, 1, stream);
  return result;
}

}  // namespace bitvox::cuda
