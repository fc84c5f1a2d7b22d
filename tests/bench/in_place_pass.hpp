// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <vector>

#include "core/aligned_array.hpp"
#include "core/parallel.hpp"

namespace bitvox::test {

// What memory can do: 19 arrays of floats for so many cells, which all threads read and write in
// place, 152 bytes a cell. A step of a flow moves as much.
class InPlacePass {
 public:
  static constexpr std::int64_t kArrays = 19;

  InPlacePass(std::int64_t cells, int threads)
      : count_(kArrays * cells), threads_(threads), values_(aligned_array<float>(count_)) {
    each_share([](float* first, float* end) { std::fill(first, end, 1.0F); });
  }

  void run() {
    each_share([](float* first, float* end) {
      for (float* at = first; at != end; ++at) *at = -*at;
    });
  }

 private:
  template <class Work>
  void each_share(const Work& work) {
    NoProgress progress;
    parallel_for(threads_, threads_, progress, [&](std::int64_t i) {
      work(values_.get() + count_ * i / threads_, values_.get() + count_ * (i + 1) / threads_);
    });
  }

  const std::int64_t count_;
  const int threads_;
  AlignedArray<float> values_;
};

// Seconds of a call.
template <class Call>
double seconds_of(const Call& call) {
  const auto began = std::chrono::steady_clock::now();
  call();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

inline double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace bitvox::test
