// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/dispatch.hpp"
#include "core/grey_volume.hpp"
#include "core/progress.hpp"
#include "core/slice_sink.hpp"

namespace bitvox::register_mi {

// Registration by mutual information: the rigid motion that lays one grey volume, `moving`, on
// another, `fixed`, so that the values of one say most about the values of the other. The two may
// be of different types, sizes and modalities; their voxels have the same size.
//
// What is maximised: points lie in the smaller of the two volumes, one in each of equal cells, at a
// place that a hash of the cell's number gives; never on a grid, on which interpolation would make
// some shifts look better than others (Pluim 2000). At each point both volumes are interpolated
// linearly and the values put into equal bins between the 0.1 % and the 99.9 % quantile of each
// volume, values beyond them into the end bins. Points that leave the other volume, or meet a NaN
// there, do not count; a motion that keeps less than a quarter of the points is not considered.
// MI = H(A) + H(B) - H(A, B) over the pairs of bins, in bits.
//
// The search: both volumes are halved by means (of the finite values) until their sides are about
// 32 voxels. There every whole shift (and every angle, in steps) within the limits is tried, as far
// as a quarter of the points can meet. The best 8 (up to 32 where there are few points) that are
// not neighbours are refined by steps along the axes, and where points are few between two axes,
// halved when none improves; half of 8 go on to the next level, half of them to each next, to steps
// of 1/32 voxel at full size.
//
// Arithmetic in 32-bit floats in a fixed order without fused operations, counts and the sum of
// n log2 n as integers: every backend and number of threads takes the same path to the same bits.
//
// Literature: F. Maes, A. Collignon, D. Vandermeulen, G. Marchal, P. Suetens, IEEE Transactions on
// Medical Imaging 16, 1997; P. Viola, W. Wells, International Journal of Computer Vision 24, 1997;
// J. Pluim, J. Maintz, M. Viergever, "Interpolation artefacts in mutual information-based image
// registration", Computer Vision and Image Understanding 77, 2000.

inline constexpr int kFewestBins = 2;
inline constexpr int kMostBins = 128;
inline constexpr double kLargestAngle = 180;

// How `moving` goes to lie on `fixed`: it turns within its slices about the middle of its own
// slices, then moves by dx, dy, dz voxels. Without a motion voxel 0, 0, 0 lies on voxel 0, 0, 0.
struct RigidMotion {
  double dx = 0;
  double dy = 0;
  double dz = 0;
  double angle = 0;  // in degrees, from x towards y: clockwise where y is drawn downwards
};

// Limits of a shift, in voxels.
struct Reach {
  double x = 0;
  double y = 0;
  double z = 0;
};

// Of the result: trilinear, or the nearest voxel (of two equally near ones the later).
enum class Interpolation { kLinear, kNearest };

struct Options {
  int bins = 64;  // kFewestBins to kMostBins; see the result
  // Largest |dx|, |dy|, |dz|; beyond where the volumes can overlap it acts as that. Without: the
  // smaller volume may lie anywhere within the larger one, and a quarter of its side farther.
  std::optional<Reach> max_shift;
  double max_angle = 0;     // degrees, to kLargestAngle; 0: shifts only
  double pixel_aspect = 1;  // height of a pixel divided by its width, 1e-6 to 1e6
  Interpolation interpolation = Interpolation::kLinear;
  double fill = 0;               // the result's value where `moving` is not
  std::string backend = "auto";  // or cuda, avx512, avx2, scalar
  int threads = 0;               // of the CPU; 0: all cores
};

struct Result {
  RigidMotion motion;
  double before = 0;  // MI without a motion in bits; NaN if less than a quarter would overlap
  double after = 0;   // MI in bits
  std::int64_t overlap = 0;  // voxels of the result that lie in `moving`
  int bins = 0;   // those used: fewer where there are too few points to fill pairs of bins
  RunReport run;  // the note says where the motion is at a limit
};

// out receives `moving` after the motion on the voxels of `fixed`, in the type of `moving`: integer
// types rounded (half up) and clamped. Throws InvalidInput (slices smaller than 8 x 8, one single
// slice and one stack, a constant volume, options), Cancelled, HostOutOfMemory, DeviceError, and
// what the sink throws.
Result align(const GreySource& moving, const GreySource& fixed, const Options& options,
             SliceSink& out, Progress& progress);

}  // namespace bitvox::register_mi
