// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/joint_histogram/joint_histogram_count.cuh"

// From pairs of pixels to keys: second_bin * first_bins + first_bin.
namespace bitvox::joint_histogram {

constexpr unsigned kNoKey = 0xffffffffU;

template <class Pixel>
__device__ int bin_of(Pixel v, const DeviceBinning& binning) {
  return binning.table == nullptr ? v : __ldg(binning.table + v);
}

// The same operations in the same order as on the CPU, none of them fused.
__device__ inline int bin_of(float pixel, const DeviceBinning& binning) {
  const double v = pixel;
  if (v >= binning.low && v <= binning.high) {
    const double bin = __ddiv_rn(__dmul_rn(__dsub_rn(v, binning.low), binning.bins),
                                 __dsub_rn(binning.high, binning.low));
    return min(static_cast<int>(bin), binning.bins - 1);
  }
  return binning.bins + (isfinite(pixel) ? kOutsideBin : kNotFiniteBin);
}

// The pixels that one thread takes at a time, loaded in words of at least 8 bytes.
template <class Pixel, int kPixels>
struct alignas(8) Group {
  Pixel pixel[kPixels];

  __device__ static Group load(const Pixel* from) {
    Group group;
    if constexpr (sizeof(Group) % sizeof(uint4) == 0) {
#pragma unroll
      for (unsigned i = 0; i < sizeof(Group) / sizeof(uint4); ++i) {
        reinterpret_cast<uint4*>(&group)[i] = reinterpret_cast<const uint4*>(from)[i];
      }
    } else {
      reinterpret_cast<uint2&>(group) = *reinterpret_cast<const uint2*>(from);
    }
    return group;
  }
};

template <class A, class B>
constexpr int kGroupPixels = sizeof(A) + sizeof(B) == 2 ? 16 : 8;

enum class Masked { kNo, kYes };

template <class A, class B>
class KeyMaker {
 public:
  __device__ KeyMaker(const DeviceBinning& first, const DeviceBinning& second)
      : first_(first), second_(second) {}

  __device__ unsigned key(A a, B b, Masked masked) {
    const bool used = masked == Masked::kNo;
    const int bin_a = bin_of(a, first_);
    const int bin_b = bin_of(b, second_);
    if (bin_a < first_.bins && bin_b < second_.bins) {
      return used ? static_cast<unsigned>(bin_b * first_.bins + bin_a) : kNoKey;
    }
    if (used) {
      const bool odd =
          bin_a == first_.bins + kNotFiniteBin || bin_b == second_.bins + kNotFiniteBin;
      not_finite_ += odd ? 1 : 0;
      outside_ += odd ? 0 : 1;
    }
    return kNoKey;
  }

  __device__ void report(unsigned long long* others) const {
    if (outside_ != 0) {
      atomicAdd(others + kOutsideBin, static_cast<unsigned long long>(outside_));
    }
    if (not_finite_ != 0) {
      atomicAdd(others + kNotFiniteBin, static_cast<unsigned long long>(not_finite_));
    }
  }

 private:
  const DeviceBinning& first_;
  const DeviceBinning& second_;
  unsigned outside_ = 0;
  unsigned not_finite_ = 0;
};

}  // namespace bitvox::joint_histogram
