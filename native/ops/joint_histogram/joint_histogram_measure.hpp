// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/options/terms.hpp"
#include "ops/joint_histogram/joint_histogram_colocalization.hpp"

namespace bitvox::joint_histogram {

// The joint histogram of two images, or one a slice, and all that follows from it, in one go.

// Sides in voxels.
struct Block {
  int width = 3;
  int height = 3;
  int depth = 3;

  template <class Each>
  static void fields(Each&& field) {
    field("width", &Block::width, from(1));
    field("height", &Block::height, from(1));
    field("depth", &Block::depth, from(1));
  }
};

struct Options : RunOptions {
  int first_bins = 256;
  int second_bins = 256;
  std::optional<BinRange> first_range;  // none: all values of the image
  std::optional<BinRange> second_range;
  Extent extent = Extent::kVolume;
  double first_threshold = 0;  // raw values, for Manders' coefficients
  double second_threshold = 0;
  ShownLine first_shown;
  ShownLine second_shown;
  bool colocalization = false;
  int randomisations = 0;  // 0: nothing is shuffled
  Block block;             // that are shuffled
  std::int64_t seed = 1;   // of the random numbers

  template <class Each>
  static void fields(Each&& field) {
    RunOptions::fields(field);
    field("first_bins", &Options::first_bins, within(kFewestBins, kMostBins));
    field("second_bins", &Options::second_bins, within(kFewestBins, kMostBins));
    field("first_range", &Options::first_range);
    field("second_range", &Options::second_range);
    field("extent", &Options::extent);
    field("first_threshold", &Options::first_threshold);
    field("second_threshold", &Options::second_threshold);
    field("first_shown", &Options::first_shown);
    field("second_shown", &Options::second_shown);
    field("colocalization", &Options::colocalization);
    field("randomisations", &Options::randomisations, within(0, kMostRandomisations));
    field("block", &Options::block);
    field("seed", &Options::seed, within(0, 9007199254740992));
  }
};

struct Result : Statistics {
  BinRange first_range;
  BinRange second_range;
  int first_bins = 0;
  int second_bins = 0;
  std::vector<std::int64_t> counts;  // second_bin * first_bins + first_bin
  std::int64_t used = 0;
  std::int64_t outside = 0;
  std::int64_t not_finite = 0;
  Colocalization colocalization;  // undefined where it was not asked for
  RunReport run;

  template <class Each>
  static void fields(Each&& field) {
    Statistics::fields(field);
    field("first_range", &Result::first_range);
    field("second_range", &Result::second_range);
    field("first_bins", &Result::first_bins);
    field("second_bins", &Result::second_bins);
    field("counts", &Result::counts);
    field("used", &Result::used);
    field("outside", &Result::outside);
    field("not_finite", &Result::not_finite);
    field("colocalization", &Result::colocalization);
    field("run", &Result::run);
  }
};
constexpr std::string_view java_name(const Result*) { return "JointHistogramResult"; }

// mask may be null. One result, or per slice one a slice, which then have the same ranges. Throws
// what count(), full_range() and colocalize() do.
std::vector<Result> measure(const GreySource& first, const GreySource& second,
                            const VolumeSource* mask, const Options& options, Progress& progress);

// The options of one pass over both images, but for the ranges.
Counting counting_of(const Options& options);

// What follows from a histogram.
Result result_of(Histogram histogram, const Counting& counting, Progress& progress);

}  // namespace bitvox::joint_histogram
