// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include "core/volumes/bit_volume.hpp"
#include "core/volumes/volume_source.hpp"

namespace bitvox {

// The slices of another source, of which those that are read stay in a volume of the same shape, or
// in as many words.
class KeepingSource final : public VolumeSource {
 public:
  KeepingSource(const VolumeSource& in, BitVolume& kept) : KeepingSource(in, kept.words()) {}
  KeepingSource(const VolumeSource& in, std::uint64_t* kept) : in_(in), kept_(kept) {}

  const Shape& shape() const override { return in_.shape(); }
  std::unique_ptr<VolumeReader> open() const override {
    return std::make_unique<Reader>(in_.open(), in_.shape().words_per_slice(), kept_);
  }

 private:
  class Reader final : public VolumeReader {
   public:
    Reader(std::unique_ptr<VolumeReader> reader, std::int64_t slice_words, std::uint64_t* kept)
        : reader_(std::move(reader)), slice_words_(slice_words), kept_(kept) {}
    void read_slices(std::int64_t first, std::int64_t count, std::uint64_t* words) override {
      reader_->read_slices(first, count, words);
      std::copy_n(words, count * slice_words_, kept_ + first * slice_words_);
    }

   private:
    std::unique_ptr<VolumeReader> reader_;
    std::int64_t slice_words_;
    std::uint64_t* kept_;
  };

  const VolumeSource& in_;
  std::uint64_t* kept_;
};

}  // namespace bitvox
