// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/random.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/slice_sink.hpp"
#include "ops/agents/agent_photons.hpp"

namespace bitvox::agents {

// A normal number of mean 0 and standard deviation 1: the same bits everywhere.
//
// Literature: G. Marsaglia, T. A. Bray, "A convenient method for generating normal variables", SIAM
// Review 6, 1964.
double normal(Random& random);

// Takes the pictures of one frame of the movie: the slices that come are the part of a pixel's
// light that agents give, from 0 to 1, as 32-bit floats; its pixels go to the movie.
class Camera final : public SliceSink {
 public:
  // The first slice that comes is `first` of the movie.
  Camera(const Photons& photons, double read_noise, const Random& noise, SliceSink& movie,
         std::int64_t first, std::int64_t slice_pixels, Progress& progress)
      : photons_(photons),
        read_noise_(read_noise),
        noise_(noise),
        movie_(movie),
        first_(first),
        pixels_(slice_pixels),
        progress_(progress) {}

  void write_slice(std::int64_t slice, const void* light) override {
    write_slices({slice, 1, light, pixels_ * static_cast<std::int64_t>(sizeof(float))}, 1);
  }
  void write_slices(const SliceBatch& batch, int threads) override;

 private:
  std::uint16_t pixel(float light, std::int64_t index) const;

  const Photons& photons_;
  double read_noise_;
  Random noise_;  // of the frame
  SliceSink& movie_;
  std::int64_t first_;
  std::int64_t pixels_;  // of a slice
  Progress& progress_;
};

}  // namespace bitvox::agents
