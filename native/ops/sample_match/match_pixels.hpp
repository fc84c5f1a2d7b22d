// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ops/sample_match/match_scene.hpp"

namespace bitvox::sample_match {

// A colour, in grey levels.
struct Colour {
  std::array<std::int32_t, 3> rgb;
};

// The colour of each part; it has light 1 and no noise.
std::vector<Colour> colours_of_parts(const Options& options);

// The pixels of one frame: value = colour * light + noise, rounded half up, from 0 to 255. Light is
// 1 + light / 100 times a wave of 256 frames, which begins at 0. Noise is the sum of eight random
// bytes, less its mean of 1020, times `noise` over its standard deviation, the root of 43690; the
// random number is number 3 * pixel + channel of the frame.
class PixelPainter {
 public:
  // Of a frame, from 0; of the background if it is below 0, without noise, in light 1.
  PixelPainter(const Options& options, const std::vector<Colour>& colours, std::int64_t frame);

  // A row of parts to 32-bit integers or bytes, as the options say.
  void paint(const Part* parts, std::int64_t y, void* pixels) const;

 private:
  std::int64_t width_;
  ResultType result_;
  bayer::Phase phase_;
  Random random_;
  std::int32_t noise_;       // of 1 in the sum of bytes, in 65536ths of a level
  std::vector<Colour> lit_;  // of each part, in 65536ths of a level, with a half to round
};

}  // namespace bitvox::sample_match
