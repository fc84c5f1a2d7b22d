// SPDX-License-Identifier: BSD-2-Clause
#include <iterator>

#include "cuda/copy.hpp"
#include "cuda_sorts.hpp"
#include "linear_systems/device_sort.cuh"

namespace bitvox::test {
namespace {

template <class T>
cuda::DeviceBuffer<T> uploaded(const std::vector<T>& values, const cuda::Stream& stream) {
  auto buffer = sparse::take<T>(std::ssize(values));
  cuda::copy(buffer.get(), values.data(), std::ssize(values), stream);
  stream.wait();
  return buffer;
}

template <class T>
std::vector<T> downloaded(const T* values, std::size_t count, const cuda::Stream& stream) {
  std::vector<T> result(count);
  cuda::read_back(result.data(), values, std::ssize(result), stream);
  return result;
}

template <class T>
std::vector<T> sums(const std::vector<T>& numbers) {
  const cuda::Stream stream;
  const auto on_gpu = uploaded(numbers, stream);
  sparse::Scratch<std::int64_t> scratch;
  sparse::sum_before(on_gpu.get(), std::ssize(numbers), scratch, stream);
  return downloaded(on_gpu.get(), numbers.size(), stream);
}

}  // namespace

KeysWithValues sorted_on_gpu(const KeysWithValues& pairs, int bits) {
  const cuda::Stream stream;
  const auto keys = uploaded(pairs.keys, stream);
  const auto values = uploaded(pairs.values, stream);
  const auto other_keys = uploaded(pairs.keys, stream);
  const auto other_values = uploaded(pairs.values, stream);
  sparse::Scratch<std::int64_t> scratch;
  const sparse::KeysAndValues sorted =
      sparse::sorted({keys.get(), values.get()}, {other_keys.get(), other_values.get()},
                     std::ssize(pairs.keys), bits, scratch, stream);
  return {downloaded(sorted.keys, pairs.keys.size(), stream),
          downloaded(sorted.values, pairs.keys.size(), stream)};
}

std::vector<std::int32_t> sums_on_gpu(const std::vector<std::int32_t>& numbers) {
  return sums(numbers);
}
std::vector<std::int64_t> sums_on_gpu(const std::vector<std::int64_t>& numbers) {
  return sums(numbers);
}

}  // namespace bitvox::test
