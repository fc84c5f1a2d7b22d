// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "colour/rgb_rows.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/grey_volume.hpp"

namespace bitvox::classify_colours {

// Three planes of width * height bytes: red, green, blue.
using Planes = std::vector<std::uint8_t>;

struct Reading {
  InstructionSet instructions;
  int threads = 1;
};

// The frames that a background is the median of: an odd number, kMedianFrames at most, in the
// middles of equal parts of a movie, or its first ones.
std::vector<std::int64_t> spread_frames(std::int64_t depth);
std::vector<std::int64_t> first_frames(std::int64_t depth);

// Of each pixel and channel the median of these frames. These are in memory meanwhile. Throws
// Cancelled, HostOutOfMemory, and what the source throws.
Planes median_of(const GreySource& in, const std::vector<std::int64_t>& frames,
                 const colour::FramePixels& pixels, const Reading& reading, Progress& progress);

}  // namespace bitvox::classify_colours
