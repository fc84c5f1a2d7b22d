// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/memory/aligned_array.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/stopwatch.hpp"

namespace bitvox::test {

// What memory can do: 19 arrays of floats for so many cells, which all threads read and write in
// place, 152 bytes a cell. A step of a flow moves as much. All arrays at once, which is faster than
// one after the other: more of it is under way. More still is where lines are asked for ahead.
class InPlacePass {
 public:
  static constexpr int kArrays = 19;

  InPlacePass(std::int64_t cells, int threads)
      : threads_(threads),
        lines_((cells + kLine - 1) / kLine),
        stride_((lines_ * kLine + 1023) / 1024 * 1024 + 544),  // not one set of the caches
        values_(aligned_array<float>(kArrays * stride_)) {
    std::fill(values_.get(), values_.get() + kArrays * stride_, 1.0F);
  }

  enum class Lines { kAskedAhead, kPlain };

  void run(Lines lines) {
    NoProgress progress;
    const std::int64_t ahead = lines == Lines::kAskedAhead ? 4 * kLine : 0;
    parallel_for(threads_, threads_, progress, [&](std::int64_t worker) {
      const std::int64_t end = lines_ * (worker + 1) / threads_;
      for (std::int64_t line = lines_ * worker / threads_; line < end; ++line)
        for (int i = 0; i < kArrays; ++i) {
          float* const first = values_.get() + i * stride_ + line * kLine;
          __builtin_prefetch(first + ahead, 1);
          for (std::int64_t k = 0; k < kLine; ++k) first[k] = -first[k];
        }
    });
  }

 private:
  static constexpr std::int64_t kLine = 16;
  const int threads_;
  const std::int64_t lines_, stride_;
  AlignedArray<float> values_;
};

// Seconds of a call.
template <class Call>
double seconds_of(const Call& call) {
  const Stopwatch clock;
  call();
  return clock.seconds();
}

inline double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// The seconds of a step, which step() measures, and how much it reaches of the passes, which take
// turns with it: medians.
struct StepAndPasses {
  double seconds, of_asked_ahead, of_plain;
};
template <class Step>
StepAndPasses compare_with_passes(std::int64_t cells, int threads, const Step& step) {
  constexpr int kTurns = 7, kPasses = 10;
  InPlacePass pass(cells, threads);
  std::vector<double> seconds, of_asked_ahead, of_plain;
  for (int turn = 0; turn < kTurns; ++turn) {
    seconds.push_back(step());
    const auto of = [&](InPlacePass::Lines lines) {
      return seconds_of([&] {
               for (int k = 0; k < kPasses; ++k) pass.run(lines);
             }) /
             kPasses / seconds.back();
    };
    of_asked_ahead.push_back(of(InPlacePass::Lines::kAskedAhead));
    of_plain.push_back(of(InPlacePass::Lines::kPlain));
  }
  return {median(seconds), median(of_asked_ahead), median(of_plain)};
}

}  // namespace bitvox::test
