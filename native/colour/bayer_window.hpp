// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "colour/bayer.hpp"
#include "colour/bayer_rows.hpp"
#include "core/memory/aligned_array.hpp"
#include "core/volumes/grey_volume.hpp"

namespace bitvox::bayer {

// Five rows of a mosaic around one after the other, each read once and continued beyond its ends:
// what Rows take. For one thread.
template <class Pixel>
class Window {
 public:
  explicit Window(const GreySource& in)
      : width_(in.shape().width),
        height_(in.shape().height),
        pitch_(pitch(width_)),
        reader_(in.open()),
        rows_(aligned_array<Pixel>(kRows * pitch_)) {}

  static std::int64_t bytes(std::int64_t width) {
    return kRows * pitch(width) * std::int64_t{sizeof(Pixel)};
  }

  // Row y of slice z is next.
  void begin(std::int64_t z, std::int64_t y) {
    z_ = z;
    y_ = y;
    for (std::int64_t row = y - kReach; row < y + kReach; ++row) read(row);
  }

  // The rows around the next one; valid until this is called again.
  const Pixel* const* next() {
    read(y_ + kReach);
    for (std::int64_t i = 0; i < kRows; ++i) {
      around_[static_cast<std::size_t>(i)] = place(y_ - kReach + i);
    }
    ++y_;
    return around_.data();
  }

 private:
  static constexpr std::int64_t kRows = 2 * kReach + 1;
  static constexpr std::int64_t kBefore = 64 / std::int64_t{sizeof(Pixel)};  // whole cache lines

  static std::int64_t pitch(std::int64_t width) {
    return (kBefore + width + kReadBehind + kBefore - 1) / kBefore * kBefore;
  }

  Pixel* place(std::int64_t y) { return rows_.get() + (y + kRows) % kRows * pitch_ + kBefore; }

  void read(std::int64_t y) {
    Pixel* const row = place(y);
    reader_->read(z_, reflected(y, height_) * width_, width_, row);
    for (std::int64_t i = 1; i <= kReach; ++i) {
      row[-i] = row[reflected(-i, width_)];
      row[width_ - 1 + i] = row[reflected(width_ - 1 + i, width_)];
    }
  }

  std::int64_t width_;
  std::int64_t height_;
  std::int64_t pitch_;
  std::unique_ptr<GreyReader> reader_;
  AlignedArray<Pixel> rows_;
  std::array<const Pixel*, kRows> around_{};
  std::int64_t z_ = 0;
  std::int64_t y_ = 0;
};

}  // namespace bitvox::bayer
