// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "colour/bayer.hpp"
#include "colour/bayer_rows.hpp"
#include "colour/bayer_window.hpp"
#include "colour/frames_rows.hpp"
#include "core/backends/instruction_set.hpp"
#include "core/memory/aligned_array.hpp"
#include "core/volumes/grey_volume.hpp"

namespace bitvox::colour {

// How the pixels of frames are colours: by a mosaic, or words 0x..RRGGBB.
struct FramePixels {
  std::optional<bayer::Pattern> mosaic;
  bayer::Method method = bayer::Method::kBilinear;
};

// The rows of frames one after the other, a byte a channel, as frames::Rows take them. For one
// thread.
class RgbRows {
 public:
  RgbRows(const GreySource& in, const FramePixels& pixels, InstructionSet instructions);
  static std::int64_t bytes(std::int64_t width);

  // Row y of a frame is next.
  void begin(std::int64_t frame, std::int64_t y);
  // Valid until this is called again.
  frames::Rgb next();

 private:
  std::uint8_t* channel(int c) { return channels_.get() + c * stride_; }

  std::int64_t width_;
  std::int64_t stride_;
  AlignedArray<std::uint8_t> channels_;
  std::int64_t frame_ = 0;
  std::int64_t y_ = 0;
  // Of mosaics.
  bayer::Phase phase_;
  const bayer::Rows::OfMethod<std::uint8_t>* demosaic_ = nullptr;
  std::optional<bayer::Window<std::uint8_t>> window_;
  // Of words.
  const frames::Rows& rows_;
  std::unique_ptr<GreyReader> reader_;
  AlignedArray<std::uint32_t> words_;
};

}  // namespace bitvox::colour
