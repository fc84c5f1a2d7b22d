// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include "core/volumes/bit_volume.hpp"
#include "core/volumes/volume_source.hpp"

namespace bitvox {

// The slices of another source, of which those that are read stay in a volume of the same shape.
class KeepingSource final : public VolumeSource {
 public:
  KeepingSource(const VolumeSource& in, BitVolume& kept) : in_(in), kept_(kept) {}

  const Shape& shape() const override { return in_.shape(); }
  std::unique_ptr<VolumeReader> open() const override {
    return std::make_unique<Reader>(in_.open(), kept_);
  }

 private:
  class Reader final : public VolumeReader {
   public:
    Reader(std::unique_ptr<VolumeReader> reader, BitVolume& kept)
        : reader_(std::move(reader)), kept_(kept) {}
    void read_slices(std::int64_t first, std::int64_t count, std::uint64_t* words) override {
      reader_->read_slices(first, count, words);
      std::copy_n(words, count * kept_.shape().words_per_slice(), kept_.slice(first));
    }

   private:
    std::unique_ptr<VolumeReader> reader_;
    BitVolume& kept_;
  };

  const VolumeSource& in_;
  BitVolume& kept_;
};

}  // namespace bitvox
