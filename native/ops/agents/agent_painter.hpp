// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/threads/progress.hpp"
#include "core/volumes/pixel_type.hpp"
#include "ops/agents/agent_pixels.hpp"

namespace bitvox::agents {

// What a frame is painted to, all pixels of it; null for what is not wanted.
struct Canvas {
  void* labels = nullptr;  // ids
  PixelType labels_type = PixelType::kUint16;
  std::uint8_t* covered = nullptr;  // 1 where an agent is
};

// Paints the agents of a frame, bands of rows side by side. Where roundings put a pixel's middle
// into two agents it is that with the higher id.
class Painter {
 public:
  Painter(const Shape& shape, const AgentPixels& pixels, int threads)
      : shape_(shape), pixels_(pixels), threads_(threads) {}

  void paint(const Frame& frame, const Canvas& canvas, Progress& progress);

 private:
  void find_bands(std::span<const Place> places);
  template <class Label>
  void paint_band(const Frame& frame, std::int64_t band, Label* labels,
                  std::uint8_t* covered) const;

  Shape shape_;
  AgentPixels pixels_;
  int threads_;
  std::int64_t band_rows_ = 1;
  std::vector<std::int64_t> begins_;  // of each band in agents_, and the end
  std::vector<std::int64_t> agents_;  // that reach it, by their places in the frame
};

}  // namespace bitvox::agents
