// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <functional>

#include "colour/frame_engine.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/shape.hpp"
#include "ops/classify_colours/classify_colours.hpp"

namespace bitvox::classify_colours {

// The label of an object of a frame, both from 0, in the order of its objects that are not ignored.
using LabelOf = std::function<std::int64_t(std::int64_t frame, std::int64_t object)>;

// labels[frame][height][width] of frames of which there are planes of objects: of several classes
// that of the lowest. Throws Cancelled.
void label_frames(const colour::SeenFrames& seen, std::int64_t count, const Shape& frame,
                  int classes, const Options& options, const LabelOf& label, int threads,
                  Progress& progress, float* labels);

}  // namespace bitvox::classify_colours
