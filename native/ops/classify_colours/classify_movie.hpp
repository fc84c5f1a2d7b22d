// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "colour/rgb_rows.hpp"
#include "ops/classify_colours/backgrounds.hpp"
#include "ops/classify_colours/classify_colours.hpp"
#include "ops/classify_colours/classify_colours_device.hpp"

namespace bitvox::classify_colours {

// A call that was checked.
struct Job {
  const GreySource& frames;
  const colour::PreparedModel& model;
  const GreySource* background = nullptr;
  const Options& options;
  int threads = 1;
};

// How the pixels of this source are colours.
colour::FramePixels pixels_of(const GreySource& in, const Options& options);

// All of a job but the report of its run, on one device. instructions: for what is done once a
// movie.
Result classify_movie(const Job& job, const Device& device, InstructionSet instructions,
                      const Sinks& sinks, Progress& progress);

}  // namespace bitvox::classify_colours
