// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <future>
#include <memory>

#include "core/threads/progress.hpp"
#include "core/volumes/grey_volume.hpp"
#include "ops/classify_colours/classify_colours_device.hpp"

namespace bitvox::classify_colours {

// Reads some frames of a movie while those before are computed.
class FramesAhead {
 public:
  // most: frames at a time.
  FramesAhead(const GreySource& in, std::int64_t most, const Device& device);
  // Ends reading after the frames that are being read.
  ~FramesAhead();
  FramesAhead(const FramesAhead&) = delete;
  FramesAhead& operator=(const FramesAhead&) = delete;
  static std::int64_t bytes(const GreySource& in, std::int64_t most);

  // Begins to read frames first .. first + count - 1.
  void start(std::int64_t first, std::int64_t count);
  // These frames, behind one another. They stay until the next but one start(). Throws Cancelled,
  // and what the source throws.
  const void* wait(Progress& progress);

 private:
  void read(std::int64_t first, std::int64_t count, char* to);

  const GreySource& in_;
  std::int64_t frame_bytes_;
  int readers_;
  std::array<std::shared_ptr<char[]>, 2> halves_;
  int half_ = 0;
  std::atomic<bool> stop_ = false;
  std::future<void> reading_;
};

}  // namespace bitvox::classify_colours
