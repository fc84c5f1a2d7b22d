// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "colour/bayer.hpp"
#include "core/volumes/pixel_type.hpp"
#include "core/volumes/shape.hpp"
#include "cuda/stream.hpp"

namespace bitvox::debayer {

// Bytes behind a mosaic on the GPU that may be read.
inline constexpr std::int64_t kSpareBytes = 8;

// Enqueues the demosaicing of frames that lie on the GPU without padding: mosaic has 8- or 16-bit
// pixels, colours gets three planes of them per frame, or with packed 0xffRRGGBB of 8 bits.
struct Demosaicing {
  Shape shape;
  PixelType type = PixelType::kUint8;
  bayer::Phase phase;
  bayer::Method method = bayer::Method::kBilinear;
  bool packed = false;
};
void demosaic(const void* mosaic, void* colours, const Demosaicing& how,
              const cuda::Stream& stream);

}  // namespace bitvox::debayer
