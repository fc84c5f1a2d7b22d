// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "colour/clean_plane.hpp"
#include "colour/frames_rows.hpp"
#include "colour/plane_objects.hpp"
#include "core/memory/aligned_array.hpp"
#include "core/volumes/bit_volume.hpp"
#include "core/volumes/shape.hpp"

namespace bitvox::colour {

// What is seen in one frame of a movie, by one thread: the class of each pixel from a table of
// colours, where it moves if there is a background; the planes of the classes, cleaned; and the
// objects in them.
//
//     own pixels          a plane of bits a class: table[colour], where bits of `moving` are set,
//                         if they are given
//     planes              one a class, cleaned by an opening and a closing; of objects of min_area
//                         pixels and more
//     class map           of each pixel the lowest class whose plane has it, from 1; 0 for none
//
// Whole numbers only, so that every device has the same bits.

struct FrameRule {
  Shape shape;                          // of a frame: depth 1
  const std::uint8_t* table = nullptr;  // colour_table.hpp
  int classes = 0;
  Cleaning cleaning;
  std::int64_t min_area = 1;  // in pixels
};

struct ClassObject : PlaneObject {
  int cls = 0;  // from 0

  bool operator==(const ClassObject&) const = default;
};

// Rows of bytes, padded for the inner loops, of three channels.
class RgbFrame {
 public:
  explicit RgbFrame(const Shape& shape)
      : stride_(shape.words_per_row() * frames::kGroup),
        plane_(stride_ * shape.height),
        bytes_(aligned_array<std::uint8_t>(3 * plane_)) {}

  static std::int64_t bytes(const Shape& shape) {
    return 3 * shape.words_per_row() * frames::kGroup * shape.height;
  }
  std::int64_t stride() const { return stride_; }
  std::uint8_t* row(int channel, std::int64_t y) {
    return bytes_.get() + channel * plane_ + y * stride_;
  }
  frames::Rgb row(std::int64_t y) const {
    const std::uint8_t* const first = bytes_.get() + y * stride_;
    return {{first, first + plane_, first + 2 * plane_}};
  }

 private:
  std::int64_t stride_;
  std::int64_t plane_;
  AlignedArray<std::uint8_t> bytes_;
};

class FrameClasses {
 public:
  explicit FrameClasses(const FrameRule& rule);
  static std::int64_t bytes(const FrameRule& rule);

  // Rows in any order: what frames::Rows write to, or the class of each pixel.
  frames::ClassBits row(std::int64_t y);
  void set_row(std::int64_t y, const std::uint8_t* classes);

  // When all rows are set: finds the objects of a class, in raster order of their first pixels.
  // Several threads may do so for several classes.
  void finish(int cls);
  const PlaneObjects& found(int cls) const {
    return of_class_[static_cast<std::size_t>(cls)].found;
  }

  // width * height bytes.
  void write_class_map(std::uint8_t* map) const;

  // Before and after finish(cls).
  const std::uint64_t* own_row(int cls, std::int64_t y) const {
    return own_.slice(cls) + y * rule_.shape.words_per_row();
  }
  const std::uint64_t* plane(int cls) const { return planes_.slice(cls); }

 private:
  FrameRule rule_;
  BitVolume own_;     // [class], before anything is cleaned
  BitVolume planes_;  // [class]
  struct OfClass {
    std::vector<std::uint64_t> scratch;
    PlaneObjects found;
  };
  std::vector<OfClass> of_class_;
};

}  // namespace bitvox::colour
