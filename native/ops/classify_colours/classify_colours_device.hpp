// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>

#include "colour/frame_engine.hpp"
#include "core/memory/memory.hpp"
#include "core/threads/progress.hpp"

namespace bitvox::classify_colours {

// What the twins differ in: all that is computed for each frame.
class Device {
 public:
  virtual ~Device() = default;

  // Both tables of the model, kTableBytes each, in host memory. Throws Cancelled, DeviceError.
  virtual void build_tables(const colour::PreparedModel& model, Progress& progress,
                            std::uint8_t* classes, std::uint8_t* certainty) const = 0;
  // Whether frames can be evaluated without tables.
  virtual bool is_exact_without_tables() const = 0;

  virtual std::unique_ptr<colour::FrameEngine> make_engine(const colour::EngineRule& rule,
                                                           int most_frames) const = 0;
  // What an engine takes, and of how much.
  virtual std::int64_t engine_bytes(const colour::EngineRule& rule, int most_frames) const = 0;
  virtual Memory memory() const = 0;

  // Of the frames of a batch: what is worth starting threads or kernels for, and still in caches.
  virtual std::int64_t batch_pixels() const = 0;
  // Where frames are read to.
  virtual std::shared_ptr<char[]> frame_memory(std::int64_t bytes) const = 0;
  // Threads that read frames while others are computed.
  virtual int readers() const = 0;
};

std::unique_ptr<Device> cpu_device(InstructionSet instructions, int threads);
std::unique_ptr<Device> gpu_device(int threads);

}  // namespace bitvox::classify_colours
