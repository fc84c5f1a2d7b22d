// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "cuda/copy.hpp"
#include "linear_systems/device_rows.cuh"
#include "linear_systems/device_scan.cuh"
#include "linear_systems/pairing_rules.hpp"

// Rows in pairs, by the GPU, as pairing.hpp makes them.
namespace bitvox::sparse {

struct DevicePairs {
  std::int64_t count = 0;
  cuda::DeviceBuffer<std::int32_t> of;  // the pair of each row, or kNobody
  cuda::DeviceBuffer<int2> rows;        // of each pair; the second may be kNobody
};

namespace {

struct LeaveOut {
  RowsView matrix;
  std::int32_t* partner;
  __device__ void operator()(std::int64_t i) const {
    partner[i] = is_left_out(matrix, i) ? kNobody : kFree;
  }
};

struct FreeAll {
  std::int32_t* partner;
  __device__ void operator()(std::int64_t i) const { partner[i] = kFree; }
};

// The largest bid counts: the stronger; of equally strong ones that of the last row.
struct Choose {
  RowsView matrix;
  const std::int32_t* partner;
  unsigned long long* chosen_by;
  std::int32_t* any;
  __device__ void operator()(std::int64_t i) const {
    if (partner[i] != kFree) return;
    const Choice choice = choice_of(matrix, partner, i);
    if (choice.row == kNobody) return;
    atomicMax(chosen_by + choice.row, static_cast<unsigned long long>(bid_of(choice, i)));
    *any = 1;
  }
};

// A chain of rows, each chosen by the one before it: of each row one before it, and in the lowest
// bit whether that is an odd number of places away. First the last one before it; a chain's first
// row has itself.
struct Link {
  const unsigned long long* chosen_by;
  std::uint32_t* before;
  __device__ void operator()(std::int64_t i) const {
    const unsigned long long bid = chosen_by[i];
    before[i] = bid == 0 ? static_cast<std::uint32_t>(i) << 1
                         : static_cast<std::uint32_t>(who(bid)) << 1 | 1U;
  }
};

// Then the chain's first. All rows go there at once, each by what others have found, be it old or
// new, so that a chain as long as the matrix takes no time.
struct FindFirst {
  volatile std::uint32_t* before;
  __device__ void operator()(std::int64_t i) const {
    std::uint32_t at = before[i];
    for (;;) {
      const std::uint32_t further = before[at >> 1];
      if (further >> 1 == at >> 1) return;
      at = (further & ~1U) | ((at ^ further) & 1U);
      before[i] = at;
    }
  }
};

// A row that is an odd number of places from the first one belongs to the one before it.
struct Join {
  const std::uint32_t* before;
  unsigned long long* chosen_by;  // for the next round
  std::int32_t* partner;
  __device__ void operator()(std::int64_t i) const {
    if ((before[i] & 1U) != 0) {
      const std::int32_t other = who(chosen_by[i]);
      partner[i] = other;
      partner[other] = static_cast<std::int32_t>(i);
    }
    chosen_by[i] = 0;
  }
};

__device__ __forceinline__ bool is_first(std::int32_t partner, std::int64_t i) {
  return partner == kFree || partner > i;
}

struct MarkFirst {
  const std::int32_t* partner;
  std::int64_t rows;
  std::int32_t* number;
  __device__ void operator()(std::int64_t i) const {
    number[i] = i < rows && is_first(partner[i], i) ? 1 : 0;
  }
};

struct Number {
  const std::int32_t* partner;
  const std::int32_t* number;
  std::int32_t* of;
  int2* rows;
  __device__ void operator()(std::int64_t i) const {
    const std::int32_t other = partner[i];
    if (other == kNobody) of[i] = kNobody;
    if (!is_first(other, i)) return;
    const std::int32_t second = other == kFree ? kNobody : other;
    rows[number[i]] = make_int2(static_cast<std::int32_t>(i), second);
    of[i] = number[i];
    if (second != kNobody) of[second] = number[i];
  }
};

// Keeps its memory from one matrix to the next.
class DevicePairing {
 public:
  explicit DevicePairing(const cuda::Stream& stream) : stream_(stream) {}

  // Does not wait for the last of it.
  DevicePairs pairs(const DeviceRows& matrix, LeftOut left_out) {
    const std::int64_t n = matrix.rows;
    std::int32_t* const partner = partner_.get(n, stream_);
    unsigned long long* const chosen_by = chosen_by_.get(n, stream_);
    std::uint32_t* const before = before_.get(n, stream_);
    std::int32_t* const any = any_.get(1, stream_);
    if (left_out == LeftOut::kDominant) {
      each(n, stream_, LeaveOut{matrix, partner});
    } else {
      each(n, stream_, FreeAll{partner});
    }
    cuda::clear(chosen_by, n, stream_);
    for (int round = 0; round < kRounds; ++round) {
      if (round % kUnasked == 0) cuda::clear(any, 1, stream_);
      each(n, stream_, Choose{matrix, partner, chosen_by, any});
      each(n, stream_, Link{chosen_by, before});
      each(n, stream_, FindFirst{before});
      each(n, stream_, Join{before, chosen_by, partner});
      // A round in which nobody chooses changes nothing; to ask costs more than a few of them.
      if (round % kUnasked == kUnasked - 1 && cuda::read_back(any, stream_) == 0) break;
    }
    return numbered(n, partner);
  }

 private:
  static constexpr int kUnasked = 4;

  DevicePairs numbered(std::int64_t n, const std::int32_t* partner) {
    std::int32_t* const number = number_.get(n + 1, stream_);
    each(n + 1, stream_, MarkFirst{partner, n, number});
    sum_before(number, n + 1, scratch_, stream_);
    DevicePairs found;
    found.count = cuda::read_back(number + n, stream_);
    found.of = take<std::int32_t>(n);
    found.rows = take<int2>(found.count);
    each(n, stream_, Number{partner, number, found.of.get(), found.rows.get()});
    return found;
  }

  const cuda::Stream& stream_;
  Scratch<std::int32_t> partner_, number_, any_;
  Scratch<unsigned long long> chosen_by_;
  Scratch<std::uint32_t> before_;
  Scratch<std::int64_t> scratch_;
};

}  // namespace
}  // namespace bitvox::sparse
