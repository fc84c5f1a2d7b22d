// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <utility>

#include "ops/convolution/convolution_passes.cuh"

// A thread computes some neighbouring pixels from a window in shared memory. Each value is fetched
// once for many multiply-adds, since that memory runs short before arithmetic does.
namespace bitvox::convolution {

// Three groups of four floats: threads that are an odd number of groups apart meet different banks
// of shared memory.
constexpr int kOutputs = 12;

// A row of coefficients among a kernel's parameters, and the sums that it adds to.
struct Target {
  const float* coefficients;
  float (&sums)[kOutputs];
};

// Adds kTaps taps to the sums of each target, ascending. read(i) gives the values i .. i + 3 of
// the window, for multiples of 4; value kLead lies under the first tap of the first output.
template <int kTaps, int kLead, class Read, class... Targets>
__device__ void add_taps(const Read& read, Targets... targets) {
#pragma unroll
  for (int i = 0; i < kLead + kTaps + kOutputs - 1; i += 4) {
    const float4 group = read(i);
    const float values[4] = {group.x, group.y, group.z, group.w};
#pragma unroll
    for (int j = 0; j < 4; ++j) {
#pragma unroll
      for (int output = 0; output < kOutputs; ++output) {
        const int tap = i + j - kLead - output;
        if (tap >= 0 && tap < kTaps) {
          ((targets.sums[output] =
                __fmaf_rn(targets.coefficients[tap], values[j], targets.sums[output])),
           ...);
        }
      }
    }
  }
}

// Rows of any odd length: sections of so many taps, and a rest that the program is compiled for.
constexpr int kSection = 32;
using RestIndices = std::make_integer_sequence<int, kSection / 2>;  // i: a rest of 2 i + 1

template <int kRest, int kLead, class Read>
__device__ void add_long_row(const Read& read, const DeviceRow& row, float (&sums)[kOutputs]) {
  int done = 0;
  const auto read_on = [&](int i) { return read(done + i); };
  for (; done < row.taps - kRest; done += kSection) {
    add_taps<kSection, kLead>(read_on, Target{row.coefficients + done, sums});
  }
  add_taps<kRest, kLead>(read_on, Target{row.coefficients + done, sums});
}

// So many values before the first tap, for a window that begins at a whole group of four.
__host__ __device__ constexpr int lead(int reach) { return (4 - reach % 4) % 4; }

}  // namespace bitvox::convolution
