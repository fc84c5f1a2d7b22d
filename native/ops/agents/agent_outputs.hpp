// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/options/range.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/slice_sink.hpp"
#include "ops/agents/agents.hpp"

// What is made of the frames of agents: files of tracks, pictures with their truth, and a check.
namespace bitvox::agents {

// How a fluorescence-like movie looks. A pixel's mean number of photons is `background`, and
// `photons` if its middle is within an agent, these blurred by a Gaussian (that of Convolve, cut at
// 4 sigma, with nothing beyond the image). The pixel is a Poisson number of this mean, with the
// camera's normal read noise and kOffset, so that noise is not cut off; rounded, from 0 to 65535.
// Random numbers follow from the seed, the frame and the pixel alone.
struct MovieOptions {
  double photons = 200;
  double background = 10;
  double blur = 0;        // the Gaussian's sigma, in the unit of the spacing; 31.75 pixels at most
  double read_noise = 2;  // standard deviation, in photons

  template <class Each>
  static void fields(Each&& field) {
    field("photons", &MovieOptions::photons, within(0, 30000));
    field("background", &MovieOptions::background, within(0, 30000));
    field("blur", &MovieOptions::blur, within(0, 1e12));
    field("read_noise", &MovieOptions::read_noise, within(0, 1000));
  }
};
inline constexpr int kOffset = 100;

// Where pictures go; null for what is not wanted. A frame has the arena's slices; movie and labels
// have them one behind the other (number * depth + z).
struct PictureSinks {
  // The id of the agent in which the pixel's middle is, at most the radius from its centre, or 0.
  // 16 bits, or 32-bit floats if labels_are_floats().
  SliceSink* labels = nullptr;
  SliceSink* movie = nullptr;  // 16 bits
  SliceSink* density =
      nullptr;  // 32-bit floats: the part of the frames in which an agent covers it
};

// Whether ids may become larger than 65535: by their number, or because agents divide.
bool labels_are_floats(const Arena& arena, const Options& options);

// Files; "" for none.
struct TrackFiles {
  // CSV as TrackMate's importer reads it: LABEL,ID,TRACK_ID,QUALITY,POSITION_X,POSITION_Y,
  // POSITION_Z,POSITION_T,FRAME,RADIUS; places in the unit of the spacing, with all digits, from
  // the centre of the first pixel, as TrackMate counts them; frames from 0, POSITION_T in steps. ID
  // counts rows from 0, TRACK_ID is the agent's id.
  std::string tracks;
  // Text as the Cell Tracking Challenge has it: a line "L B E P" for each agent that is in a frame:
  // id, first and last frame from 0, parent's id or 0. If the parent is in no frame, its own one
  // takes its place, and so on.
  std::string lineage;
};

// Simulates and hands on every frame to what is wanted; one after the other, so that memory does
// not grow with their number. Files are complete when this returns; who calls gives them their
// names then. Throws what simulate() and the sinks throw, and InvalidInput (movie options; files
// that cannot be written; labels of ids above 2^24, which floats do not have).
Result simulate_to(const Arena& arena, const Options& options, const MovieOptions& movie,
                   const PictureSinks& pictures, const TrackFiles& files, Progress& progress);

// Whether agents of recorded tracks ever overlap.
struct Overlaps {
  std::int64_t rows = 0;
  std::int64_t frames = 0;
  std::int64_t tracks = 0;
  std::int64_t most_in_frame = 0;
  std::int64_t overlaps = 0;      // pairs in a frame nearer than 2 * radius * (1 - 1e-6)
  double nearest = 0;             // the least distance of two in a frame; infinite without two
  std::int64_t first_frame = -1;  // of the first overlapping pair, and their tracks
  std::string first_one;
  std::string first_other;

  template <class Each>
  static void fields(Each&& field) {
    field("rows", &Overlaps::rows);
    field("frames", &Overlaps::frames);
    field("tracks", &Overlaps::tracks);
    field("most_in_frame", &Overlaps::most_in_frame);
    field("overlaps", &Overlaps::overlaps);
    field("nearest", &Overlaps::nearest);
    field("first_frame", &Overlaps::first_frame);
    field("first_one", &Overlaps::first_one);
    field("first_other", &Overlaps::first_other);
  }
};
constexpr std::string_view java_name(const Overlaps*) { return "AgentOverlaps"; }

// file: a table with headings; columns TRACK_ID, FRAME, POSITION_X, POSITION_Y and, if it has one,
// POSITION_Z, or track, frame, x, y, z; commas, semicolons or tabs; rows in any order; TrackMate's
// further heading lines are skipped. Tracks are called as they like; frames are whole numbers. One
// track twice in a frame is a pair as any other. Takes all cores. Throws InvalidInput (radius, the
// file, and a row that is no number, each named with its line), Cancelled, HostOutOfMemory.
Overlaps check_tracks(const std::string& file, double radius, Progress& progress);

// What read_places() finds, with the values that the file has.
struct GivenPlaces {
  std::vector<Place> places;
  bool from_middle = false;  // of the first pixel, as Arena has it
};

// The places of a table, for starts and goals: columns x, y and, for 3 axes, z, from the corner of
// the image, or POSITION_X and so on from the middle of the first pixel, as tracks are written. Of
// a table with the column FRAME those of its first frame. Throws as above.
GivenPlaces read_places(const std::string& file, int axes, Progress& progress);

}  // namespace bitvox::agents
