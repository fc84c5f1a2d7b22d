// SPDX-License-Identifier: BSD-2-Clause
#include "core/volumes/bit_volume.hpp"

#include <algorithm>
#include <cstring>

#include "core/threads/parallel.hpp"

namespace bitvox {
namespace {

class BitMemoryReader final : public VolumeReader {
 public:
  explicit BitMemoryReader(const BitVolume& volume) : volume_(volume) {}

  void read_slices(std::int64_t first, std::int64_t count, std::uint64_t* words) override {
    const std::int64_t slice = volume_.shape().words_per_slice();
    std::memcpy(words, volume_.slice(first),
                static_cast<std::size_t>(count * slice) * sizeof(std::uint64_t));
  }

 private:
  const BitVolume& volume_;
};

}  // namespace

void BitVolume::clear(int threads, Progress& progress) {
  constexpr std::int64_t kPart = std::int64_t{1} << 17;  // words, 1 MiB
  const std::int64_t count = shape_.word_count();
  parallel_for((count + kPart - 1) / kPart, threads, progress, [&](std::int64_t i) {
    std::fill_n(words() + i * kPart, std::min(kPart, count - i * kPart), 0);
  });
}

std::unique_ptr<VolumeReader> BitVolume::open() const {
  return std::make_unique<BitMemoryReader>(*this);
}

}  // namespace bitvox
