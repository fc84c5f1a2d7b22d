// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/memory/aligned_array.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/grey_volume.hpp"
#include "ops/agents/agent_outputs.hpp"
#include "ops/agents/agent_painter.hpp"
#include "ops/agents/agent_photons.hpp"
#include "ops/convolution/convolution.hpp"

namespace bitvox::agents {

// Makes labels, movie and density of the frames that it is given, in their order. The same pixels
// for every number of threads.
class Pictures final : public FrameSink {
 public:
  // Throws InvalidInput if the blur is too wide, HostOutOfMemory. `progress` is asked whether to go
  // on.
  Pictures(const Arena& arena, const Options& options, const MovieOptions& movie,
           const PictureSinks& sinks, Progress& progress);

  bool any_wanted() const {
    return sinks_.labels != nullptr || sinks_.movie != nullptr || sinks_.density != nullptr;
  }

  // Throws InvalidInput if an id is too large for labels, and what the sinks throw.
  void take(const Frame& frame) override;
  // After the last frame: hands out the density.
  void finish();

 private:
  void begin();
  void check_ids(const Frame& frame) const;
  void film(std::int64_t frame);
  void add_to_density();

  const Photons photons_;
  const double read_noise_;
  const PictureSinks sinks_;
  Progress& progress_;
  const Shape shape_;
  const std::int64_t frames_;
  const std::uint64_t seed_;
  const int threads_;
  const PixelType labels_type_;
  Painter painter_;
  std::optional<convolution::Options> blur_;
  std::int64_t taken_ = 0;
  AlignedArray<std::uint8_t> labels_;  // their bytes
  std::optional<GreyVolume> covered_;
  AlignedArray<std::int32_t> density_;  // frames in which a pixel is covered
};

}  // namespace bitvox::agents
