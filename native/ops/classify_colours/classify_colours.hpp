// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "colour/bayer.hpp"
#include "colour/mixture.hpp"
#include "core/backends/dispatch.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/grey_volume.hpp"
#include "core/volumes/slice_sink.hpp"

namespace bitvox::classify_colours {

// What is seen in the frames of a movie: the class of each pixel's colour by a trained model, the
// objects of each class, and their tracks. A slice is a frame of its own; an image is a movie of
// one frame. Frames are RGB, 32-bit integers 0x..RRGGBB whose highest byte is ignored, or 8-bit
// Bayer mosaics, which are made RGB first (colour/bayer_rule.hpp).
//
//     class       that of the largest prior times density, of equal ones the lower; none below
//                 `reject` (colour/mixture.hpp), and where nothing moves
//     moves       a pixel whose differences from the background in red, green and blue together
//                 are larger than `threshold`
//     planes      of each class its pixels, cleaned by an opening and then a closing by squares of
//                 2 * radius + 1 pixels (colour/clean_plane.hpp)
//     objects     of a plane: pixels joined by edges or corners, of min_area pixels and more, in
//                 raster order of their first pixels; none of classes that are `ignored`
//     class map   of each pixel the lowest class whose objects have it, ignored or not, from 1; 0
//                 for none
//     tracks      of objects of a class from frame to frame: globally nearest neighbours
//                 (colour/tracks.hpp)
//
// Beyond the border nothing is eroded and nothing grows; mosaics are reflected without their edge.
//
// All but the probabilities is whole numbers, and these are computed in one order: the same bits
// for every backend and number of threads. A movie streams: what is in memory at a time does not
// grow with its length, but for the objects.
//
// R. Montanes, M. Martinez, J. Torres, J. Herrero, "Scalability of color-based segmentation of
// football players over GPUs", GPUScA 2010.

// The colours of the first two pixels of a mosaic's first row, then of its second row. kNone: RGB.
enum class Mosaic { kNone, kRggb, kBggr, kGrbg, kGbrg };

// What frames are compared with. kNone: all pixels count. kBackground: a given image. kMedian: of
// each pixel and channel the median of kMedianFrames frames, or of as many as there are, spread
// evenly over the movie. kRunning: begins as the median of that many first frames, and goes
// 1 / memory of the difference towards each frame after that was compared, so that it follows the
// light: in 256ths of a level, the step rounded down, and what is compared rounded half up.
enum class Motion { kNone, kBackground, kMedian, kRunning };
inline constexpr int kMedianFrames = 25;  // of an even number one less

inline constexpr int kMostMemory = 256;
inline constexpr int kMostRadius = 50;
// Of labels, which are 32-bit floats.
inline constexpr std::int64_t kMostLabels = 16777216;

struct Options : RunOptions {
  Mosaic mosaic = Mosaic::kNone;
  bayer::Method method = bayer::Method::kBilinear;
  // Bits of a channel in the table of classes. 8 is exact. Below, colours have the class of the
  // middle one of their cell. 0: no table, exact too; sooner done for few frames, and later for
  // many.
  int table = 8;
  double reject = 0;  // least probability of a class
  Motion motion = Motion::kNone;
  int threshold = 60;  // levels
  int memory = 64;     // frames, a power of 2
  int open = 1;        // radius in pixels
  int close = 1;
  std::int64_t min_area = 10;  // pixels
  // Classes that are no objects, such as the background: bit k for class k + 1. They are in the
  // class map alone.
  int ignored = 0;
  // How far an object may be from where its track was last seen, in the unit of the pixel's sides.
  double gate = 0;
  int gaps = 0;  // frames that an object may be missing from
  double pixel_width = 1;
  double pixel_height = 1;
  // Of native code alone: frames that are computed at a time. 0: as suits the backend.
  int batch = 0;

  // Class cls, from 0.
  bool ignores(int cls) const { return (ignored >> cls & 1) != 0; }

  template <class Each>
  static void fields(Each&& field) {
    RunOptions::fields(field);
    field("mosaic", &Options::mosaic);
    field("method", &Options::method);
    field("table", &Options::table, within(5, 8).or_zero("no table"));
    field("reject", &Options::reject, within(0, 1));
    field("motion", &Options::motion);
    field("threshold", &Options::threshold, within(0, 765));
    field("memory", &Options::memory, within(2, kMostMemory));
    field("open", &Options::open, within(0, kMostRadius));
    field("close", &Options::close, within(0, kMostRadius));
    field("min_area", &Options::min_area, within(1, 1e12));
    field("ignored", &Options::ignored, within(0, (1 << colour::kMostClasses) - 1));
    field("gate", &Options::gate, above_to(0, 1e12).or_zero("no tracks"));
    field("gaps", &Options::gaps, within(0, 1000));
    field("pixel_width", &Options::pixel_width, within(1e-12, 1e12));
    field("pixel_height", &Options::pixel_height, within(1e-12, 1e12));
  }
};

// A row for each object, frame after frame and class after class. Pixels are counted from 0.
struct Objects {
  std::vector<std::int32_t> frame;     // from 1
  std::vector<std::int32_t> of_class;  // from 1
  std::vector<std::int64_t> area;      // pixels
  std::vector<std::int64_t> sum_x;     // over its pixels
  std::vector<std::int64_t> sum_y;
  std::vector<std::int32_t> left;
  std::vector<std::int32_t> top;
  std::vector<std::int32_t> right;
  std::vector<std::int32_t> bottom;
  // Pixels of it whose own colour is of the class, before anything was cleaned; and the sum of the
  // class's probabilities there, each in 1/255 and rounded.
  std::vector<std::int64_t> own;
  std::vector<std::int64_t> certainty;
  // The number of its track, from 1 in the order of their first objects; 0 without tracks.
  std::vector<std::int64_t> track;

  template <class Each>
  static void fields(Each&& field) {
    field("frame", &Objects::frame);
    field("of_class", &Objects::of_class);
    field("area", &Objects::area);
    field("sum_x", &Objects::sum_x);
    field("sum_y", &Objects::sum_y);
    field("left", &Objects::left);
    field("top", &Objects::top);
    field("right", &Objects::right);
    field("bottom", &Objects::bottom);
    field("own", &Objects::own);
    field("certainty", &Objects::certainty);
    field("track", &Objects::track);
  }
};
constexpr std::string_view java_name(const Objects*) { return "ColourObjects"; }

struct Result {
  Objects objects;
  std::int64_t tracks = 0;
  // The part of the pixels of the first frame, 0 to 1, whose class by a table of 5 to 7 bits is
  // another than by the model; 0 where that is exact.
  double table_differs = 0;
  RunReport run;

  template <class Each>
  static void fields(Each&& field) {
    field("objects", &Result::objects);
    field("tracks", &Result::tracks);
    field("table_differs", &Result::table_differs);
    field("run", &Result::run);
  }
};

// Where images go; null for what is not wanted. Each has the frames' width and height.
struct Sinks {
  SliceSink* classes = nullptr;        // 8 bits: class maps
  SliceSink* probabilities = nullptr;  // 32-bit floats, a channel for each class; they sum to 1
  // 32-bit floats: the track of the pixel's object if there are tracks, else its row in Objects,
  // both from 1; 0 for none. Of several classes the lowest.
  SliceSink* labels = nullptr;
};

// frames: kInt32, or kUint8 with a mosaic. background: for kBackground, one slice of the frames'
// width and height: RGB, or of frames that are mosaics a mosaic too.
//
// Throws InvalidInput (options; a model as check() says; frames that are neither RGB nor a mosaic,
// or smaller than 2 x 2 pixels with a mosaic; a background that is missing or of another size or
// type; more than kMostLabels labels), Cancelled, HostOutOfMemory, DeviceError, and what sinks and
// sources throw.
Result classify(const GreySource& frames, const colour::Model& model, const GreySource* background,
                const Options& options, const Sinks& sinks, Progress& progress);

}  // namespace bitvox::classify_colours
