// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "colour/colour_table.hpp"
#include "colour/frame_classes.hpp"

namespace bitvox::test {

// One frame by FrameClasses, a pixel and a class after the other.
class SeenFrame {
 public:
  explicit SeenFrame(const colour::FrameRule& rule) : rule_(rule), classes_(rule) {}

  // The colours of row y, and its bits that move, or null if all count.
  void set_row(std::int64_t y, frames::Rgb colours, const std::uint64_t* moving) {
    std::vector<std::uint8_t> own;
    for (std::int64_t x = 0; x < rule_.shape.width; ++x) {
      const bool moves = moving == nullptr || (moving[x / 64] >> (x % 64) & 1) != 0;
      const std::uint32_t rgb = std::uint32_t{colours.channel[0][x]} << 16 |
                                std::uint32_t{colours.channel[1][x]} << 8 | colours.channel[2][x];
      own.push_back(moves ? rule_.table[colour::table_index(rgb)] : colour::kRejected);
    }
    classes_.set_row(y, own.data());
  }

  // When all rows are set.
  void finish() {
    objects_.clear();
    for (int cls = 0; cls < rule_.classes; ++cls) {
      classes_.finish(cls);
      for (const colour::PlaneObject& object : classes_.found(cls).objects()) {
        objects_.push_back({object, cls});
      }
    }
  }

  const std::vector<colour::ClassObject>& objects() const { return objects_; }
  const colour::FrameClasses& classes() const { return classes_; }

  // Pixels of an object whose own colour is of its class, whatever the cleaning added:
  // body(object, y, x).
  template <class Body>
  void each_own_pixel(const Body& body) const {
    std::size_t before = 0;
    for (int cls = 0; cls < rule_.classes; ++cls) {
      const colour::PlaneObjects& found = classes_.found(cls);
      for (const colour::PlaneObjects::Run& run : found.runs()) {
        for (std::int64_t x = run.first; x <= run.last; ++x) {
          if ((classes_.own_row(cls, run.y)[x / 64] >> (x % 64) & 1) == 0) continue;
          body(before + static_cast<std::size_t>(run.object), std::int64_t{run.y}, x);
        }
      }
      before += found.objects().size();
    }
  }

 private:
  colour::FrameRule rule_;
  colour::FrameClasses classes_;
  std::vector<colour::ClassObject> objects_;
};

}  // namespace bitvox::test
