// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>

#include "colour/bayer.hpp"
#include "colour/clean_plane.hpp"
#include "colour/frame_engine.hpp"
#include "colour/prepared_model.hpp"
#include "core/volumes/shape.hpp"
#include "cuda/stream.hpp"

// The steps from frames to objects on the GPU, for all frames of a batch at once: what
// frame_classes.hpp says of one frame. All arrays are memory of the GPU. Nothing waits; all throw
// DeviceError.
namespace bitvox::colour {

// Pixels of so many frames, without padding; kSpareBytes behind them are read.
struct DeviceFrames {
  Shape shape;  // depth: how many
  const void* pixels = nullptr;
  std::optional<bayer::Pattern> mosaic;  // else words 0x..RRGGBB
  bayer::Method method = bayer::Method::kBilinear;

  static constexpr std::int64_t kSpareBytes = 8;
  static std::int64_t bytes_of(const Shape& shape, bool mosaic) {
    return shape.voxel_count() * (mosaic ? 1 : 4);
  }
};

// Planes of bits [frame][class][height][words_per_row], and certainties of pixels
// [frame][height][64 * words_per_row], which are set where a bit is.
struct DevicePlanes {
  Shape shape;  // of a frame
  int classes = 0;
  std::uint64_t* words = nullptr;
  std::uint8_t* certainty = nullptr;  // or null

  std::int64_t words_per_frame() const { return classes * shape.words_per_slice(); }
  static std::int64_t certainty_bytes(const Shape& shape) { return 64 * shape.words_per_slice(); }
  DevicePlanes part(std::int64_t first) const;
};

struct DeviceTables {
  const std::uint8_t* classes = nullptr;
  const std::uint8_t* certainty = nullptr;  // or null
};

// Rows of background_pitch() pixels of three channels: bytes, or 256ths of them in words of which
// each four pixels are a FollowingWord.
struct DeviceBackground {
  Background kind = Background::kNone;
  void* rows = nullptr;
  int threshold = 0;
  int shift = 0;
};
std::int64_t background_pitch(const Shape& shape);
std::int64_t background_bytes(const Shape& shape, Background kind);

// Words that become 0.
struct ClearedWords {
  std::uint64_t* words = nullptr;
  int count = 0;
};

// Sets all words of the planes, and clears those that the next steps count in: a clearing of its
// own would take as long as a step of one frame.
void classify_frames(const DeviceFrames& frames, const DeviceTables& tables,
                     const DeviceBackground& background, const DevicePlanes& planes,
                     const ClearedWords& cleared, const cuda::Stream& stream);

// clean_plane() of so many planes, into others; `scratch` is as large.
void clean_planes(const Cleaning& cleaning, const Shape& shape, std::int64_t planes,
                  const std::uint64_t* words, std::uint64_t* cleaned, std::uint64_t* scratch,
                  const cuda::Stream& stream);

// The lowest class of each pixel, from 1; 0 for none. Frames follow one another without padding.
void draw_class_maps(const DevicePlanes& planes, std::int64_t frames, std::uint8_t* maps,
                     const cuda::Stream& stream);

// probabilities() of each pixel: [frame][class][height][width].
void compute_probabilities(const DeviceFrames& frames, const PreparedModel& model, float* out,
                           const cuda::Stream& stream);

}  // namespace bitvox::colour
