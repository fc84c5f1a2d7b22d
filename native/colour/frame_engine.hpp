// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "colour/bayer.hpp"
#include "colour/frame_classes.hpp"
#include "colour/prepared_model.hpp"
#include "core/backends/instruction_set.hpp"
#include "core/threads/progress.hpp"

namespace bitvox::colour {

// What is seen in the frames of a movie, in batches, on the CPU or the GPU: the same bits from
// both. frame_classes.hpp says what is seen in one frame.

// What a frame is compared with. kStill: one image. kRunning: the same, which goes a part of
// 1 / 2^shift of the difference towards each frame after that was compared (256ths of a level,
// frames_rows.hpp), so that it follows the light.
enum class Background { kNone, kStill, kRunning };

struct EngineRule {
  FrameRule frame;
  // The probability of the class of a colour, in 1/255, rounded half up; as the table of classes
  // lies. 0 for colours without a class.
  const std::uint8_t* certainty = nullptr;
  // For the CPU alone, instead of both tables: this model is evaluated for each pixel. The same
  // bits as by the tables of it, sooner for a few frames.
  const PreparedModel* exact = nullptr;
  // Of frames of bytes, which are mosaics; none: frames are words 0x..RRGGBB.
  std::optional<bayer::Pattern> mosaic;
  bayer::Method method = bayer::Method::kBilinear;
  Background background = Background::kNone;
  int threshold = 0;  // the sum over channels must be larger
  int shift = 0;
  // What is wanted of each frame besides objects.
  bool class_maps = false;
  bool planes = false;
  const PreparedModel* probabilities = nullptr;  // of this model
};

// An object of a class, and how sure it is: sums over its pixels whose own colour is of the class,
// before anything is cleaned.
struct SeenObject : ClassObject {
  std::int64_t own = 0;        // pixels
  std::int64_t certainty = 0;  // sum of 1/255

  bool operator==(const SeenObject&) const = default;
};

// Of the frames of a batch; what was not asked for is null.
struct SeenFrames {
  std::vector<std::vector<SeenObject>> objects;  // [frame], class after class, in raster order
  const std::uint8_t* class_maps = nullptr;      // [frame][height][width], 0 for none
  const std::uint64_t* planes = nullptr;         // [frame][class][height][words_per_row], cleaned
  const float* probabilities = nullptr;          // [frame][class][height][width]
};

class FrameEngine {
 public:
  virtual ~FrameEngine() = default;

  // Three planes of height * width bytes: red, green, blue. Before the first batch, if there is a
  // background; it is copied.
  virtual void set_background(const std::uint8_t* planes) = 0;

  // Frames behind one another without padding, in host memory, at most as many as the engine was
  // made for; a running background goes on from batch to batch. What is returned is valid until
  // the next call. Throws Cancelled, DeviceError.
  virtual const SeenFrames& see(const void* frames, int count, Progress& progress) = 0;
};

// The twins. The rule's pointers must outlive the engine.
std::unique_ptr<FrameEngine> make_cpu_engine(const EngineRule& rule, int most_frames,
                                             InstructionSet instructions, int threads);
std::int64_t cpu_engine_bytes(const EngineRule& rule, int most_frames, int threads);

std::unique_ptr<FrameEngine> make_cuda_engine(const EngineRule& rule, int most_frames);
std::int64_t cuda_engine_bytes(const EngineRule& rule, int most_frames);  // on the device

}  // namespace bitvox::colour
