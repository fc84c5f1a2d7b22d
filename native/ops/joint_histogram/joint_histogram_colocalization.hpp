// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ops/joint_histogram/joint_histogram.hpp"

namespace bitvox::joint_histogram {

// Colocalisation of two grey images, over the used voxels of their joint histogram.
//
// Levels: the values of 8- and 16-bit images; of a 32-bit image the 65536 equal parts of its range,
// each of which stands for the value in its middle. All sums are of levels and exact, so that the
// result is the same for every backend and thread count. Values below are shown ones.
//
// Spearman: Pearson's correlation of the ranks, equal values having the mean of their ranks. Of
// values, also where an image is of 32 bits. Kendall's tau-b is of bins.
//
// ICQ: the part of the voxels where a and b lie on the same side of their means, minus 1/2.
//
// Costes' thresholds lie on the line of orthogonal regression, b = slope * a + intercept. Where a
// step of a level of A is at most one of B on that line, A is stepped through, else B: from its
// largest used level to its smallest, and the other threshold follows on the line. A voxel is above
// if both its values are greater than their thresholds. The thresholds are the first pair for which
// the covariance of the other voxels is not above 0: at most 65536 are tried.
//
// Shuffling: the image is cut into blocks from its first voxel on, and those count that are whole
// and all of whose voxels are used. The blocks of A trade places at random; Pearson's correlation
// with B is then compared with that of the unshuffled blocks.
//
// Literature: S. Costes, D. Daelemans, E. Cho, Z. Dobbin, G. Pavlakis, S. Lockett, Biophysical
// Journal 86, 2004. Q. Li, A. Lau, T. Morris, L. Guo, C. Fordyce, E. Stanley, The Journal of
// Neuroscience 24, 2004 (ICQ). E. Manders, F. Verbeek, J. Aten, Journal of Microscopy 169, 1993.
// M. Kendall, Biometrika 33, 1945 (ties).

inline constexpr int kMostRandomisations = 100000;

struct Shuffling {
  int randomisations = 0;  // to kMostRandomisations; 0: nothing is shuffled
  Shape block{3, 3, 3};    // in voxels
  std::uint64_t seed = 1;
};

// Where the search for Costes' thresholds ended.
enum class Costes {
  kFound,
  kNotCorrelated,  // the covariance of all voxels is not above 0: no thresholds
  kLowest          // it is above 0 below all thresholds: those at the smallest level
};
constexpr std::string_view java_name(const Costes*) { return "Colocalization$Costes"; }

// NaN where it is not defined.
struct Colocalization {
  static constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

  double spearman = kUndefined;
  double kendall = kUndefined;
  double icq = kUndefined;  // -0.5 to 0.5; not of a constant image

  double slope = kUndefined;
  double intercept = kUndefined;
  Costes costes = Costes::kNotCorrelated;
  double first_threshold = kUndefined;
  double second_threshold = kUndefined;
  std::int64_t above = 0;  // voxels
  double pearson_above = kUndefined;
  double pearson_below = kUndefined;
  double manders_first = kUndefined;   // the sum of a where b is over its threshold, over that of a
  double manders_second = kUndefined;  // the sum of b where a is over its threshold, over that of b

  std::int64_t blocks = 0;  // that trade places
  double blocks_pearson = kUndefined;
  double shuffled_mean = kUndefined;
  double shuffled_sd = kUndefined;     // of a sample: over randomisations - 1
  double shuffled_below = kUndefined;  // the part of the shuffled correlations below the real one

  template <class Each>
  static void fields(Each&& field) {
    field("spearman", &Colocalization::spearman);
    field("kendall", &Colocalization::kendall);
    field("icq", &Colocalization::icq);
    field("slope", &Colocalization::slope);
    field("intercept", &Colocalization::intercept);
    field("costes", &Colocalization::costes);
    field("first_threshold", &Colocalization::first_threshold);
    field("second_threshold", &Colocalization::second_threshold);
    field("above", &Colocalization::above);
    field("pearson_above", &Colocalization::pearson_above);
    field("pearson_below", &Colocalization::pearson_below);
    field("manders_first", &Colocalization::manders_first);
    field("manders_second", &Colocalization::manders_second);
    field("blocks", &Colocalization::blocks);
    field("blocks_pearson", &Colocalization::blocks_pearson);
    field("shuffled_mean", &Colocalization::shuffled_mean);
    field("shuffled_sd", &Colocalization::shuffled_sd);
    field("shuffled_below", &Colocalization::shuffled_below);
  }
};
constexpr std::string_view java_name(const Colocalization*) { return "Colocalization"; }

// Of each histogram: one of the volume, or one a slice. mask, options and histograms are those of
// count() or count_slices(). Throws InvalidInput (randomisations, blocks of which not two fit),
// Cancelled, HostOutOfMemory.
std::vector<Colocalization> colocalize(const GreySource& first, const GreySource& second,
                                       const VolumeSource* mask, const Counting& options,
                                       const Shuffling& shuffling,
                                       std::span<const Histogram> histograms, Progress& progress);

}  // namespace bitvox::joint_histogram
