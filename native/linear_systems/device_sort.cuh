// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <utility>

#include "cuda/copy.hpp"
#include "cuda/cuda_check.hpp"
#include "linear_systems/device_rows.cuh"

// Sorting and adding up of whole arrays on the GPU.
namespace bitvox::sparse {
namespace {

// Memory that is used again and again, and grows where more is needed.
template <class U>
class Scratch {
 public:
  U* get(std::int64_t count, const cuda::Stream& stream) {
    if (count > count_) {
      stream.wait();
      buffer_ = nullptr;  // before the new one is taken
      count_ = 0;
      buffer_ = take<U>(count);
      count_ = count;
    }
    return buffer_.get();
  }

 private:
  cuda::DeviceBuffer<U> buffer_;
  std::int64_t count_ = 0;
};

// call(place, bytes) first asks how many bytes are needed, then does it.
template <class Call>
void with_scratch(Scratch<std::uint8_t>& scratch, const cuda::Stream& stream, const Call& call) {
  std::size_t bytes = 0;
  cuda::check(call(static_cast<void*>(nullptr), bytes), "asking how to sort on the GPU");
  void* const place = scratch.get(static_cast<std::int64_t>(bytes), stream);
  cuda::check(call(place, bytes), "sorting on the GPU");
}

// Each number of the array becomes the sum of all before it.
template <class U>
void sum_before(U* numbers, std::int64_t count, Scratch<std::uint8_t>& scratch,
                const cuda::Stream& stream) {
  with_scratch(scratch, stream, [&](void* place, std::size_t& bytes) {
    return cub::DeviceScan::ExclusiveSum(place, bytes, numbers, numbers, count, stream.get());
  });
}

// By the low bits of the keys; those of equal keys stay in their order. Each of two pairs of arrays
// holds the keys and their values in turn; returns the ones that have them in the end.
struct KeysAndValues {
  std::uint64_t* keys;
  double* values;
};
inline KeysAndValues sorted(KeysAndValues from, KeysAndValues other, std::int64_t count, int bits,
                            Scratch<std::uint8_t>& scratch, const cuda::Stream& stream) {
  cub::DoubleBuffer<std::uint64_t> keys(from.keys, other.keys);
  cub::DoubleBuffer<double> values(from.values, other.values);
  with_scratch(scratch, stream, [&](void* place, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(place, bytes, keys, values, count, 0, bits,
                                           stream.get());
  });
  return {keys.Current(), values.Current()};
}

}  // namespace
}  // namespace bitvox::sparse
