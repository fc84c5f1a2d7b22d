// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "colour/bayer_rows.hpp"
#include "colour/colours_rows.hpp"
#include "colour/frames_rows.hpp"
#include "colour/prepared_model.hpp"
#include "core/backends/instruction_set.hpp"
#include "core/memory/aligned_array.hpp"

namespace bitvox::colour {

// Both tables of an EngineRule side by side, as frames::Rows take them, so that a colour is looked
// up once.
class CertainTable {
 public:
  // certainty may be null: all are 0.
  CertainTable(const std::uint8_t* classes, const std::uint8_t* certainty, int threads);
  static std::int64_t bytes();
  const std::uint16_t* get() const { return table_.get(); }

 private:
  AlignedArray<std::uint16_t> table_;
};

// The same bytes for a row of colours, from the model. For one thread.
class ExactRow {
 public:
  ExactRow(std::int64_t width, InstructionSet instructions)
      : bayer_(rows_for<bayer::Rows>(instructions)),
        colours_(rows_for<colours::Rows>(instructions)),
        width_(width),
        words_(aligned_array<std::uint32_t>(width)),
        picked_(static_cast<std::size_t>(width)),
        chosen_(static_cast<std::size_t>(width)),
        sure_(static_cast<std::size_t>(width)) {}
  static std::int64_t bytes(std::int64_t width) { return 10 * width; }

  // What the functions below are about.
  void set(frames::Rgb colours) {
    bayer_.pack(colours.channel[0], colours.channel[1], colours.channel[2], width_, words_.get());
  }
  // Of pixels whose bit is not set the class is 255. Null bits: all are.
  void classify(const PreparedModel& model, const std::uint64_t* bits, std::uint8_t* classes,
                std::uint8_t* certainty);
  // That of class k goes to out + k * stride.
  void probabilities(const PreparedModel& model, float* out, std::int64_t stride) const {
    colours_.probabilities(model, words_.get(), width_, out, stride);
  }

 private:
  const bayer::Rows& bayer_;
  const colours::Rows& colours_;
  std::int64_t width_;
  AlignedArray<std::uint32_t> words_;
  // Of the pixels whose bit is set.
  std::vector<std::uint32_t> picked_;
  std::vector<std::uint8_t> chosen_;
  std::vector<std::uint8_t> sure_;
};

}  // namespace bitvox::colour
