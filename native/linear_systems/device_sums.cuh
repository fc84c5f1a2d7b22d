// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <bit>
#include <cstdint>

#include "linear_systems/device_pairing.cuh"

// The matrix of pairs, by the GPU, with the bits that aggregation.cpp makes: entries are sorted by
// the pairs of their rows and columns, and each thread adds up those of one place, in the order in
// which they were.
namespace bitvox::sparse {
namespace {

// A pair of rows and one of columns as one number of 2 * bits bits. What belongs to none comes
// last.
struct Places {
  std::int64_t pairs;
  int bits;

  explicit Places(std::int64_t count)
      : pairs(count), bits(std::bit_width(static_cast<std::uint64_t>(count))) {}

  __device__ std::uint64_t key(std::int32_t row, std::int32_t column) const {
    return row < 0 || column < 0
               ? static_cast<std::uint64_t>(pairs) << bits
               : static_cast<std::uint64_t>(row) << bits | static_cast<std::uint64_t>(column);
  }
  __device__ std::int64_t row(std::uint64_t key) const {
    return static_cast<std::int64_t>(key >> bits);
  }
  __device__ std::int32_t column(std::uint64_t key) const {
    return static_cast<std::int32_t>(key & ((std::uint64_t{1} << bits) - 1));
  }
};

struct GivePlaces {
  RowsView matrix;
  const std::int32_t* of;
  Places places;
  std::uint64_t* keys;
  double* values;
  __device__ void operator()(std::int64_t i) const {
    const std::int32_t row = of[i];
    const std::int64_t end = matrix.starts[i + 1];
    for (std::int64_t k = matrix.starts[i]; k < end; ++k) {
      keys[k] = places.key(row, of[matrix.column[k]]);
      values[k] = matrix.value[k];
    }
  }
};

// Whether entry k is the first one of its place.
struct Sorted {
  const std::uint64_t* keys;
  const double* values;
  std::int64_t count;
  Places places;
  __device__ bool begins(std::int64_t k) const {
    return k < count && places.row(keys[k]) < places.pairs && (k == 0 || keys[k] != keys[k - 1]);
  }
};

struct MarkBegin {
  Sorted sorted;
  std::int32_t* number;
  __device__ void operator()(std::int64_t k) const { number[k] = sorted.begins(k) ? 1 : 0; }
};

struct FillStarts {
  std::int64_t entries;
  std::int64_t* starts;
  __device__ void operator()(std::int64_t i) const { starts[i] = entries; }
};

struct AddUpPlace {
  Sorted sorted;
  const std::int32_t* number;
  std::int64_t* starts;  // those of rows after the last entry are there
  std::int32_t* column;
  double* value;
  __device__ void operator()(std::int64_t k) const {
    if (!sorted.begins(k)) return;
    const std::uint64_t key = sorted.keys[k];
    double sum = sorted.values[k];
    double magnitude = fabs(sum);
    for (std::int64_t next = k + 1; next < sorted.count && sorted.keys[next] == key; ++next) {
      sum += sorted.values[next];
      magnitude += fabs(sorted.values[next]);
    }
    const std::int32_t to = number[k];
    column[to] = sorted.places.column(key);
    value[to] = fabs(sum) > kNothing * magnitude ? sum : 0;
    const std::int64_t before = k == 0 ? -1 : sorted.places.row(sorted.keys[k - 1]);
    for (std::int64_t row = sorted.places.row(key); row > before; --row) starts[row] = to;
  }
};

// Keeps its memory from one matrix to the next.
class DeviceSums {
 public:
  explicit DeviceSums(const cuda::Stream& stream) : stream_(stream) {}

  // Does not wait for the last of it.
  DeviceRows of(const DeviceRows& matrix, const DevicePairs& pairs) {
    const std::int64_t n = matrix.entries;
    const Places places(pairs.count);
    const KeysAndValues first{keys_.get(n, stream_), values_.get(n, stream_)};
    const KeysAndValues second{other_keys_.get(n, stream_), other_values_.get(n, stream_)};
    each(matrix.rows, stream_,
         GivePlaces{matrix, pairs.of.get(), places, first.keys, first.values});
    const KeysAndValues done = sorted(first, second, n, 2 * places.bits, scratch_, stream_);
    const Sorted order{done.keys, done.values, n, places};
    std::int32_t* const number = number_.get(n + 1, stream_);
    each(n + 1, stream_, MarkBegin{order, number});
    sum_before(number, n + 1, scratch_, stream_);
    DeviceRows sums;
    sums.rows = pairs.count;
    sums.entries = cuda::read_back(number + n, stream_);
    sums.starts = take<std::int64_t>(sums.rows + 1);
    sums.column = take<std::int32_t>(sums.entries);
    sums.value = take<double>(sums.entries);
    each(sums.rows + 1, stream_, FillStarts{sums.entries, sums.starts.get()});
    each(n, stream_,
         AddUpPlace{order, number, sums.starts.get(), sums.column.get(), sums.value.get()});
    return sums;
  }

 private:
  const cuda::Stream& stream_;
  Scratch<std::uint64_t> keys_, other_keys_;
  Scratch<double> values_, other_values_;
  Scratch<std::int32_t> number_;
  Scratch<std::int64_t> scratch_;
};

}  // namespace
}  // namespace bitvox::sparse
