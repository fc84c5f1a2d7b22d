// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/grey_volume.hpp"
#include "core/volumes/volume_source.hpp"

namespace bitvox::joint_histogram {

// Joint histogram: how often each pair of values occurs at the same voxel of two grey volumes.
//
// A value v lies in bin floor((v - low) * bins / (high - low)), computed in double precision from
// left to right; high itself lies in the last bin. A voxel is used if the mask (if any) is
// foreground there, both values are finite and both lie within their ranges. Counts are exact.
//
// Literature: P. Goorts, S. Rogmans, S. Vanden Eynde, P. Bekaert, "Practical examples of GPU
// computing optimization principles", SIGMAP 2010.

inline constexpr int kFewestBins = 2;
inline constexpr int kMostBins = 4096;

// Throws InvalidInput unless there may be so many along an axis.
void check_bins(int bins);

// The values that are counted, in raw pixel values: low <= v <= high.
struct BinRange {
  double low = 0;
  double high = 0;

  template <class Each>
  static void fields(Each&& field) {
    field("low", &BinRange::low);
    field("high", &BinRange::high);
  }
};
constexpr std::string_view java_name(const BinRange*) { return "BinRange"; }

// All values: 0..256 for 8 bits, 0..65536 for 16 bits, the smallest to the largest finite value
// for 32 bits (and a little more where they are equal). Throws InvalidInput if a 32-bit volume has
// no finite value, Cancelled.
BinRange full_range(const GreySource& in, int threads, Progress& progress,
                    const std::string& called = "the image");

// The smallest and the largest finite value of a 32-bit volume; where there is none the first is
// above the second. The full range of a volume whose parts have such values together.
BinRange finite_range(const GreySource& in, int threads, Progress& progress);
BinRange full_range_of(const BinRange& finite, const std::string& called);

// How values are shown: offset + slope * raw value.
struct ShownLine {
  double offset = 0;
  double slope = 1;

  template <class Each>
  static void fields(Each&& field) {
    field("offset", &ShownLine::offset);
    field("slope", &ShownLine::slope);
  }
};

// How pairs are counted.
struct Counting : RunOptions {
  int first_bins = 256;  // kFewestBins to kMostBins
  int second_bins = 256;
  BinRange first_range;
  BinRange second_range;
  double first_threshold = 0;  // of the sums "over threshold" below; a raw value
  double second_threshold = 0;
  ShownLine first_shown;  // for Manders' coefficients
  ShownLine second_shown;
};

// Sums over the used voxels, in raw values a (first) and b (second). Of two integer images exact
// but for the rounding to double at the end; of others in a fixed order, about means, so that
// little is lost where values vary by much less than they are.
struct PairSums {
  double a = 0;
  double b = 0;
  double aa = 0;              // of (a - mean of a)^2
  double bb = 0;              // of (b - mean of b)^2
  double ab = 0;              // of (a - mean of a) (b - mean of b)
  double a_where_b_over = 0;  // b > second_threshold
  double b_where_a_over = 0;  // a > first_threshold
  std::int64_t b_over = 0;    // voxels
  std::int64_t a_over = 0;
};

struct Histogram {
  int first_bins = 0;
  int second_bins = 0;
  std::vector<std::int64_t> counts;  // second_bin * first_bins + first_bin
  std::int64_t used = 0;             // the sum of the counts
  std::int64_t outside = 0;          // voxels of the mask with finite values, one out of range
  std::int64_t not_finite = 0;       // voxels of the mask with a NaN or infinity
  PairSums sums;
  bool first_below_zero = false;  // a used value is shown below 0
  bool second_below_zero = false;
  ShownLine first_shown;  // as in the options
  ShownLine second_shown;
  RunReport run;
};

// mask may be null. The same result, sums included, for every backend and thread count. Throws
// InvalidInput (shapes that differ, options), Cancelled, HostOutOfMemory, DeviceError.
Histogram count(const GreySource& first, const GreySource& second, const VolumeSource* mask,
                const Counting& options, Progress& progress);

// The same of every slice on its own, in ascending z: one result a slice.
std::vector<Histogram> count_slices(const GreySource& first, const GreySource& second,
                                    const VolumeSource* mask, const Counting& options,
                                    Progress& progress);

// What follows from a joint histogram; NaN where it is not defined (no used voxel, a constant
// image, a sum of 0 or of values of which some are below 0). Entropies H in bits, over bins; the
// correlation over values, which is the same for raw and shown ones; Manders' coefficients over
// shown values a and b.
//
// Literature: C. Studholme, D. Hill, D. Hawkes, Pattern Recognition 32, 1999 (normalised mutual
// information); E. Manders, F. Verbeek, J. Aten, Journal of Microscopy 169, 1993 (M1, M2).
struct Statistics {
  double first_entropy = 0;       // H(A)
  double second_entropy = 0;      // H(B)
  double joint_entropy = 0;       // H(A, B)
  double mutual_information = 0;  // H(A) + H(B) - H(A, B)
  double normalised_sum = 0;      // (H(A) + H(B)) / H(A, B)
  double normalised_mean = 0;     // 2 MI / (H(A) + H(B))
  double pearson = 0;
  double manders_first = 0;       // the sum of a where b > second_threshold, over the sum of a
  double manders_second = 0;      // the sum of b where a > first_threshold, over the sum of b
  bool first_below_zero = false;  // a used value is shown below 0
  bool second_below_zero = false;

  template <class Each>
  static void fields(Each&& field) {
    field("first_entropy", &Statistics::first_entropy);
    field("second_entropy", &Statistics::second_entropy);
    field("joint_entropy", &Statistics::joint_entropy);
    field("mutual_information", &Statistics::mutual_information);
    field("normalised_sum", &Statistics::normalised_sum);
    field("normalised_mean", &Statistics::normalised_mean);
    field("pearson", &Statistics::pearson);
    field("manders_first", &Statistics::manders_first);
    field("manders_second", &Statistics::manders_second);
    field("first_below_zero", &Statistics::first_below_zero);
    field("second_below_zero", &Statistics::second_below_zero);
  }
};
Statistics statistics(const Histogram& histogram);

// The same, which can be stopped: 4096 x 4096 bins take a while. Throws Cancelled.
Statistics statistics(const Histogram& histogram, Progress& progress);

}  // namespace bitvox::joint_histogram
