// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/volumes/pixel_type.hpp"
#include "cuda/stream.hpp"
#include "ops/joint_histogram/joint_histogram_rows.hpp"

// Counting pairs of pixels that lie on the GPU.
namespace bitvox::joint_histogram {

// How pixels become bins: a bin of each value, or the range of 32-bit pixels.
struct DeviceBinning {
  PixelType type = PixelType::kUint8;
  int bins = 0;
  const std::uint16_t* table = nullptr;  // on the GPU; null for 32 bits, and where bin = value
  double low = 0;
  double high = 0;
};

struct DevicePairs {
  const void* first = nullptr;  // 16-byte aligned, and so the others
  const void* second = nullptr;
  const std::uint8_t* mask = nullptr;  // a byte a pixel, 0 for background; or null
  std::int64_t count = 0;
};

// Results on the GPU.
struct DeviceCounts {
  unsigned long long* counts = nullptr;  // second_bin * first_bins + first_bin
  unsigned long long* others = nullptr;  // [kOutsideBin], [kNotFiniteBin]
};

// Adds the counts of `pairs`, whatever their number. Chooses between tables in shared memory and
// one table in global memory by the number of bins and the GPU.
class PairCounter {
 public:
  enum class Tables { kAutomatic, kGlobal };

  PairCounter(const DeviceBinning& first, const DeviceBinning& second, Tables tables);

  // Needed on the GPU for launch().
  std::int64_t scratch_words() const { return blocks_ * words_; }

  void launch(const DevicePairs& pairs, const DeviceCounts& counts, std::uint32_t* scratch,
              const cuda::Stream& stream) const;

 private:
  DeviceBinning first_;
  DeviceBinning second_;
  int words_ = 0;  // of a table in shared memory: two counts a word; 0: tables in global memory
  int replica_bits_ = 0;  // 2^bits copies of each word
  std::int64_t blocks_ = 0;
};

}  // namespace bitvox::joint_histogram
