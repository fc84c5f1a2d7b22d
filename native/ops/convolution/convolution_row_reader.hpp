// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/volumes/grey_volume.hpp"
#include "cpu/conversion_rows.hpp"
#include "ops/convolution/convolution.hpp"

namespace bitvox::convolution {

// Reads rows of the input as floats, continued beyond both ends by the border rule.
class RowReader {
 public:
  RowReader(const conversion::Rows& rows, const GreySource& in, Border edges, std::int64_t reach)
      : rows_(rows),
        type_(in.type()),
        width_(in.shape().width),
        reach_(reach),
        reader_(in.open()),
        pixels_(static_cast<std::size_t>(width_)) {
    for (std::int64_t i = 1; i <= reach; ++i) {
      before_.push_back(border_index(-i, width_, edges));
      after_.push_back(border_index(width_ - 1 + i, width_, edges));
    }
  }

  // to[0] is the pixel at -reach.
  void read_wide(std::int64_t y, std::int64_t z, float* to) {
    float* const first = to + reach_;
    read(y, z, first);
    for (std::int64_t i = 1; i <= reach_; ++i) {
      const auto at = static_cast<std::size_t>(i - 1);
      first[-i] = before_[at] < 0 ? 0.0F : first[before_[at]];
      first[width_ - 1 + i] = after_[at] < 0 ? 0.0F : first[after_[at]];
    }
  }

  void read(std::int64_t y, std::int64_t z, float* to) {
    if (type_ == PixelType::kFloat32) {
      reader_->read(z, y * width_, width_, to);
      return;
    }
    reader_->read(z, y * width_, width_, pixels_.data());
    if (type_ == PixelType::kUint8) {
      rows_.from_u8(reinterpret_cast<const std::uint8_t*>(pixels_.data()), width_, to);
    } else {
      rows_.from_u16(pixels_.data(), width_, to);
    }
  }

 private:
  const conversion::Rows& rows_;
  PixelType type_;
  std::int64_t width_;
  std::int64_t reach_;
  std::unique_ptr<GreyReader> reader_;
  std::vector<std::uint16_t> pixels_;  // the larger integer type; holds both
  std::vector<std::int64_t> before_;
  std::vector<std::int64_t> after_;
};

}  // namespace bitvox::convolution
