// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "colour/frame_engine.hpp"
#include "colour/tracks.hpp"
#include "ops/classify_colours/classify_colours.hpp"

namespace bitvox::classify_colours {

// The rows of a result, frame after frame, and which track each object is of.
class ObjectTable {
 public:
  ObjectTable(const Options& options, int classes);

  // The objects of the next frame, class after class; those of ignored classes have no rows.
  void add_frame(const std::vector<colour::SeenObject>& objects, Progress& progress);

  std::int64_t rows() const { return std::ssize(objects_.frame); }
  std::int64_t tracks() const { return tracks_; }
  // What the pixels of the object of a row, from 0, have in an image of labels.
  std::int64_t label(std::int64_t row) const {
    return links() ? objects_.track[static_cast<std::size_t>(row)] : row + 1;
  }
  Objects take() { return std::move(objects_); }

 private:
  // Of one class, whose tracks are numbered among those of all.
  struct OfClass {
    colour::TrackLinker linker;
    std::vector<std::int64_t> numbers;
  };

  bool links() const { return !of_class_.empty(); }
  void add_row(const colour::SeenObject& object);

  Options options_;
  int classes_;
  std::vector<OfClass> of_class_;  // none without tracks
  std::int32_t frames_ = 0;
  std::int64_t tracks_ = 0;
  Objects objects_;
};

}  // namespace bitvox::classify_colours
