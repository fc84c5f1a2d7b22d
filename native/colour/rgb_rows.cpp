// SPDX-License-Identifier: BSD-2-Clause
#include "colour/rgb_rows.hpp"

namespace bitvox::colour {
namespace {

std::int64_t stride_of(std::int64_t width) {
  return (width + frames::kGroup - 1) / frames::kGroup * frames::kGroup;
}

}  // namespace

RgbRows::RgbRows(const GreySource& in, const FramePixels& pixels, InstructionSet instructions)
    : width_(in.shape().width),
      stride_(stride_of(width_)),
      channels_(aligned_array<std::uint8_t>(3 * stride_)),
      rows_(rows_for<frames::Rows>(instructions)) {
  if (pixels.mosaic) {
    const auto& rows = rows_for<bayer::Rows>(instructions);
    demosaic_ = pixels.method == bayer::Method::kGradient ? &rows.gradient_u8 : &rows.bilinear_u8;
    phase_ = bayer::phase_of(*pixels.mosaic);
    window_.emplace(in);
  } else {
    reader_ = in.open();
    words_ = aligned_array<std::uint32_t>(width_);
  }
}

std::int64_t RgbRows::bytes(std::int64_t width) {
  return 3 * stride_of(width) + bayer::Window<std::uint8_t>::bytes(width) + 4 * width;
}

void RgbRows::begin(std::int64_t frame, std::int64_t y) {
  frame_ = frame;
  y_ = y;
  if (window_) window_->begin(frame, y);
}

frames::Rgb RgbRows::next() {
  if (window_) {
    const bool is_red = phase_.is_red_row(y_);
    const auto demosaic =
        phase_.chroma_first(y_) ? demosaic_->chroma_first : demosaic_->green_first;
    demosaic(window_->next(), width_, channel(is_red ? 0 : 2), channel(1), channel(is_red ? 2 : 0));
  } else {
    reader_->read(frame_, y_ * width_, width_, words_.get());
    rows_.split(words_.get(), width_, channel(0), channel(1), channel(2));
  }
  ++y_;
  return {{channel(0), channel(1), channel(2)}};
}

}  // namespace bitvox::colour
