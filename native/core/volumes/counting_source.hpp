// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/volumes/packing.hpp"
#include "core/volumes/volume_source.hpp"
#include "cpu/packing_rows.hpp"

namespace bitvox {

// Counts the foreground of the slices that pass through, of each when it is read first: neighbours
// of a slab, and a CPU that takes over from a GPU, read slices again. Where there is a volume of
// voxels that count, others do not.
class CountingSource final : public VolumeSource {
 public:
  explicit CountingSource(const VolumeSource& in, const VolumeSource* counted = nullptr)
      : in_(in), counted_(counted), counts_(static_cast<std::size_t>(in.shape().depth)) {
    std::fill(counts_.begin(), counts_.end(), kUnread);
  }

  const Shape& shape() const override { return in_.shape(); }
  std::unique_ptr<VolumeReader> open() const override { return std::make_unique<Reader>(*this); }

  std::int64_t voxels() const {
    std::int64_t sum = 0;
    for (const std::atomic<std::int64_t>& count : counts_)
      sum += count == kUnread ? 0 : count.load();
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
        std::atomic<std::int64_t>& of_slice = source_.counts_[static_cast<std::size_t>(first + z)];
        if (of_slice == kUnread) of_slice = count_slice(first + z, words + z * slice_words);
      }
    }

   private:
    std::int64_t count_slice(std::int64_t z, const std::uint64_t* words) {
      const std::int64_t size = source_.shape().words_per_slice();
      if (source_.counted_ == nullptr) return packing_rows().count_bits(words, size);
      if (counted_ == nullptr) counted_ = source_.counted_->open();
      both_.resize(static_cast<std::size_t>(size));
      counted_->read_slices(z, 1, both_.data());
      for (std::uint64_t& word : both_) word &= *words++;
      return packing_rows().count_bits(both_.data(), size);
    }

    const CountingSource& source_;
    std::unique_ptr<VolumeReader> reader_;
    std::unique_ptr<VolumeReader> counted_;
    std::vector<std::uint64_t> both_;
  };

  static constexpr std::int64_t kUnread = -1;
  const VolumeSource& in_;
  const VolumeSource* counted_;                            // null: all
  mutable std::vector<std::atomic<std::int64_t>> counts_;  // of slices
};

}  // namespace bitvox
