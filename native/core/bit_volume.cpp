// SPDX-License-Identifier: BSD-2-Clause
#include "core/bit_volume.hpp"

#include <cstring>

namespace bitvox {
namespace {

class MemoryReader final : public VolumeReader {
 public:
  explicit MemoryReader(const BitVolume& volume) : volume_(volume) {}

  void read_slices(std::int64_t first, std::int64_t count, std::uint64_t* words) override {
    const std::int64_t slice = volume_.shape().words_per_slice();
    std::memcpy(words, volume_.slice(first),
                static_cast<std::size_t>(count * slice) * sizeof(std::uint64_t));
  }

 private:
  const BitVolume& volume_;
};

}  // namespace

std::unique_ptr<VolumeReader> BitVolume::open() const {
  return std::make_unique<MemoryReader>(*this);
}

}  // namespace bitvox
