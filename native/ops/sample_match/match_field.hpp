// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <vector>

#include "ops/sample_match/match_scene.hpp"

namespace bitvox::sample_match {

// Where the pitch lies in the image.
struct Pitch {
  std::int64_t left, top, right, bottom;  // its lines: the last two belong to it

  Pitch(std::int64_t width, std::int64_t height)
      : left(width / 20), top(height / 12), right(width - 1 - left), bottom(height - 1 - top) {}
};

// Grass and lines, width x height parts.
std::vector<Part> field_parts(std::int64_t width, std::int64_t height);

}  // namespace bitvox::sample_match
