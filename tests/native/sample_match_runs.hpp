// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>

#include "bits.hpp"
#include "collect_slices.hpp"
#include "core/threads/progress.hpp"
#include "ops/sample_match/sample_match.hpp"

namespace bitvox::sample_match {

inline Options small_match() {
  Options options;
  options.frames = 3;
  options.width = 150;
  options.height = 101;
  options.players = 5;
  options.seed = 7;
  return options;
}

inline std::int64_t pixels_of_frame(const Options& options) {
  return std::int64_t{options.width} * options.height;
}

inline std::array<int, 3> rgb(std::uint32_t pixel) {
  return {static_cast<int>(pixel >> 16 & 255), static_cast<int>(pixel >> 8 & 255),
          static_cast<int>(pixel & 255)};
}

// All that a run makes.
struct Made {
  test::CollectSlices movie;
  test::CollectSlices classes{PixelType::kUint8};
  test::CollectSlices players{PixelType::kUint8};
  test::CollectSlices background;
  Result truth;

  Made(const Options& options, Progress& progress)
      : movie(type(options)), background(type(options)) {
    truth = make(options, {&movie, &classes, &players, &background}, progress);
  }

  static PixelType type(const Options& options) {
    return options.result == ResultType::kRgb ? PixelType::kInt32 : PixelType::kUint8;
  }

  test::Bits bits() const {
    test::Bits all;
    for (const auto* image : {&movie, &classes, &players, &background}) all.add(image->volume);
    all.add(truth.frame).add(truth.kit).add(truth.player).add(truth.area);
    for (const auto& sums : truth.sums) all.add(sums);
    for (const auto& side : truth.box) all.add(side);
    return all;
  }
};

inline Made made(const Options& options) {
  NoProgress progress;
  return Made(options, progress);
}

}  // namespace bitvox::sample_match
