// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/packing.hpp"
#include "core/volume_source.hpp"
#include "cpu/packing_rows.hpp"

namespace bitvox {

// Counts the foreground of the slices that pass through.
class CountingSource final : public VolumeSource {
 public:
  explicit CountingSource(const VolumeSource& in)
      : in_(in), counts_(static_cast<std::size_t>(in.shape().depth)) {}

  const Shape& shape() const override { return in_.shape(); }
  std::unique_ptr<VolumeReader> open() const override { return std::make_unique<Reader>(*this); }

  std::int64_t voxels() const {
    std::int64_t sum = 0;
    for (const std::atomic<std::int64_t>& count : counts_) sum += count;
    return sum;
  }

 private:
  class Reader final : public VolumeReader {
   public:
    explicit Reader(const CountingSource& source) : source_(source), reader_(source.in_.open()) {}
    void read_slices(std::int64_t first, std::int64_t count, std::uint64_t* words) override {
      reader_->read_slices(first, count, words);
      const std::int64_t slice_words = source_.shape().words_per_slice();
      for (std::int64_t z = 0; z < count; ++z) {
        source_.counts_[static_cast<std::size_t>(first + z)] =
            packing_rows().count_bits(words + z * slice_words, slice_words);
      }
    }

   private:
    const CountingSource& source_;
    std::unique_ptr<VolumeReader> reader_;
  };

  const VolumeSource& in_;
  mutable std::vector<std::atomic<std::int64_t>> counts_;  // of slices, which may be read twice
};

}  // namespace bitvox
