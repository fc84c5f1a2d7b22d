// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "colour/bayer.hpp"
#include "core/options/range.hpp"
#include "core/random.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/slice_sink.hpp"

namespace bitvox::sample_match {

// Sample data: a football match from above, with the truth about every pixel, to try the
// segmentation and tracking of colours on. A frame has striped grass, white lines, two teams and a
// referee in kits of two colours (match_scene.hpp), under light that changes and with noise
// (match_pixels.hpp). Whole numbers only: the same bits everywhere for the same options, and for
// every number of threads. A frame does not depend on how many there are.
//
// CPU only: a frame takes some milliseconds.

// kRgb: 32-bit integers 0xffRRGGBB. kBayer: 8 bits, of each pixel the colour that a camera with a
// Bayer mosaic measures there: that of the same pixel of kRgb.
enum class ResultType { kRgb, kBayer };
constexpr std::string_view java_name(const ResultType*) { return "SampleMatch$ResultType"; }

// What the image of classes has at a pixel; rows of the truth have the first three.
enum Class : std::uint8_t { kTeam1 = 1, kTeam2, kReferee, kField, kHead };

inline constexpr int kMostFrames = 1'000'000;
inline constexpr int kLeastSide = 64;
inline constexpr int kMostSide = 8192;
inline constexpr int kMostPlayers = 100;
inline constexpr int kMostNoise = 50;
inline constexpr int kMostLight = 50;

struct Options {
  int frames = 25;
  int width = 1388;
  int height = 1036;
  int players = 11;  // of each team
  ResultType result = ResultType::kRgb;
  bayer::Pattern pattern = bayer::Pattern::kRggb;  // of kBayer
  double noise = 4;                                // standard deviation, in grey levels
  double light = 6;  // per cent by which it rises and falls in the course of 256 frames
  std::int64_t seed = 1;
  int threads = 0;

  template <class Each>
  static void fields(Each&& field) {
    field("frames", &Options::frames, within(1, kMostFrames));
    field("width", &Options::width, within(kLeastSide, kMostSide));
    field("height", &Options::height, within(kLeastSide, kMostSide));
    field("players", &Options::players, within(1, kMostPlayers));
    field("result", &Options::result);
    field("pattern", &Options::pattern);
    field("noise", &Options::noise, within(0, kMostNoise));
    field("light", &Options::light, within(0, kMostLight));
    field("seed", &Options::seed, within(0, kLargestSeed));
    field("threads", &Options::threads, within(1, 1024).or_zero("all cores"));
  }
};

// Where images go, one slice per frame; null for what is not wanted.
struct Outputs {
  SliceSink* movie = nullptr;       // as ResultType says
  SliceSink* classes = nullptr;     // 8 bits: a Class
  SliceSink* players = nullptr;     // 8 bits: the player whose kit it is, from 1; else 0
  SliceSink* background = nullptr;  // one slice as the movie's, without players, noise and change
};

// Columns have one number for each player of each frame, in this order, but for those of whose kit
// nothing is to be seen. A kit is shirt and shorts without the head, as far as no other player is
// in front of it. Coordinates are pixels from 0.
struct Result {
  std::vector<std::int32_t> frame;                // from 1
  std::vector<std::int32_t> kit;                  // 1, 2 for the teams, 3 for the referee
  std::vector<std::int32_t> player;               // from 1: team 1, team 2, the referee
  std::vector<std::int64_t> area;                 // pixels of the kit
  std::array<std::vector<std::int64_t>, 2> sums;  // of their x and y
  std::array<std::vector<std::int32_t>, 4> box;   // smallest x and y, largest x and y

  template <class Each>
  static void fields(Each&& field) {
    field("frame", &Result::frame);
    field("kit", &Result::kit);
    field("player", &Result::player);
    field("area", &Result::area);
    field("sums", &Result::sums);
    field("box", &Result::box);
  }
};

// Frames are made and handed on some at a time: memory does not grow with their number but for the
// rows of the result. Throws InvalidInput (options), Cancelled, std::bad_alloc, and what the sinks
// throw.
Result make(const Options& options, const Outputs& outputs, Progress& progress);

// The same with options that were checked.
Result make_cpu(const Options& options, const Outputs& outputs, Progress& progress);

}  // namespace bitvox::sample_match
