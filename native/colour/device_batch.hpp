// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "colour/frame_kernels.hpp"
#include "colour/frame_objects.hpp"
#include "colour/object_lists.hpp"
#include "cuda/device_arena.hpp"
#include "cuda/stream.hpp"

namespace bitvox::colour {

// A batch of frames on the GPU, and what is seen in them.
class DeviceBatch {
 public:
  // Copies the tables, and waits for that. Throws DeviceError, DeviceOutOfMemory.
  DeviceBatch(const EngineRule& rule, std::int64_t most_frames, const cuda::Stream& stream);
  static std::int64_t bytes(const EngineRule& rule, std::int64_t most_frames);

  // Of three planes of height * width bytes. Waits.
  void set_background(const std::uint8_t* planes, const cuda::Stream& stream);

  // So many frames are next, whose lists are empty.
  void begin(std::int64_t count);
  // Where frame i is to be put.
  std::uint8_t* frame(std::int64_t i) const { return arrays_.frames + i * frame_bytes_; }
  std::int64_t frame_bytes() const { return frame_bytes_; }
  // Enqueues all that is seen in frames first .. first + count - 1, which are there. Parts are
  // computed in their order.
  void compute(std::int64_t first, std::int64_t count, const cuda::Stream& stream);
  // Enqueues the class maps of these, again if planes have changed.
  void draw_maps(std::int64_t first, std::int64_t count, const cuda::Stream& stream) const;

  // Results. Planes are numbered frame by frame, class after class.
  ObjectLists lists() const { return {list_array_, planes_, room_}; }
  const std::uint64_t* list_array() const { return list_array_; }
  std::uint64_t* cleaned(std::int64_t plane) const {
    return arrays_.cleaned + plane * rule_.frame.shape.words_per_slice();
  }
  const std::uint64_t* own(std::int64_t plane) const {
    return arrays_.own + plane * rule_.frame.shape.words_per_slice();
  }
  const std::uint8_t* certainty(std::int64_t frame) const {
    return arrays_.certainty + frame * DevicePlanes::certainty_bytes(rule_.frame.shape);
  }
  std::uint8_t* class_map(std::int64_t frame) const {
    return arrays_.class_maps + frame * frame_pixels();
  }
  float* probabilities(std::int64_t frame) const {
    return arrays_.probabilities + frame * rule_.frame.classes * frame_pixels();
  }

 private:
  struct Arrays {
    Arrays(const EngineRule& rule, std::int64_t frames, const ObjectFinder& finder,
           cuda::DeviceArena& arena);

    std::uint8_t* frames = nullptr;
    std::uint8_t* table = nullptr;
    std::uint8_t* certainty_table = nullptr;
    std::uint64_t* own = nullptr;      // planes before anything is cleaned
    std::uint64_t* cleaned = nullptr;  // may be the same
    std::uint64_t* scratch = nullptr;  // of cleaning, and of finding objects
    std::uint8_t* certainty = nullptr;
    std::uint8_t* background = nullptr;
    std::uint64_t* lists = nullptr;
    std::uint8_t* class_maps = nullptr;
    float* probabilities = nullptr;
  };

  std::int64_t frame_pixels() const { return rule_.frame.shape.width * rule_.frame.shape.height; }
  DevicePlanes planes_of(std::uint64_t* words) const {
    return {rule_.frame.shape, rule_.frame.classes, words, arrays_.certainty};
  }

  EngineRule rule_;
  std::int64_t frame_bytes_;
  ObjectFinder finder_;
  cuda::DeviceArena arena_;
  Arrays arrays_;
  std::int64_t planes_ = 0;
  std::int64_t room_ = 0;
  std::uint64_t* list_array_ = nullptr;
  std::uint32_t* unfit_ = nullptr;  // of the next part
  ClearedWords cleared_;            // by the first part
};

}  // namespace bitvox::colour
