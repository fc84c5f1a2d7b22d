// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/threads/progress.hpp"

namespace bitvox::colour {

// Links what is seen in the frames of a movie to tracks, by globally nearest neighbours.
//
// Frame after frame, the objects of a frame are given to the tracks that were last seen in one of
// the `gaps` + 1 frames before. An object goes to one track at most, and a track has one object a
// frame at most, nearer than `gate` to where it was last seen. Of all such choices the one is
// taken whose sum of gate^2 - distance^2 over the links is largest: many short links. Objects
// without a track begin one. So links depend on nothing but the positions; where several choices
// are equally good, which only symmetric places are, the one is taken that is found first in the
// order of tracks and objects.
//
// Literature: S. Blackman, R. Popoli, Design and Analysis of Modern Tracking Systems, 1999, chapter
// 6; the assignment by shortest augmenting paths: R. Jonker, A. Volgenant, "A shortest augmenting
// path algorithm for dense and sparse linear assignment problems", Computing 38, 1987.
struct Detection {
  std::int64_t frame = 0;  // ascending
  double x = 0;
  double y = 0;
};

struct TrackRule {
  double gate = 0;        // in the unit of x and y
  std::int64_t gaps = 0;  // frames that an object may be missing from
};

// Takes the objects of a movie frame by frame; what it keeps does not grow with the movie. Memory
// is of the order of the objects in `gaps` + 2 frames, however large the gate is.
class TrackLinker {
 public:
  explicit TrackLinker(const TrackRule& rule) : rule_(rule) {}

  // The objects of a later frame than those before. Returns the number of the track of each, from 0
  // in the order of their first objects. Throws Cancelled.
  std::vector<std::int64_t> add_frame(const std::vector<Detection>& objects, Progress& progress);

 private:
  struct Track {
    Detection last;
    std::int64_t number;
  };

  TrackRule rule_;
  std::vector<Track> tracks_;  // that may go on
  std::int64_t next_ = 0;
};

}  // namespace bitvox::colour
