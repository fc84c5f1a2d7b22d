// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/backends/dispatch.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/grey_volume.hpp"
#include "core/volumes/shape.hpp"
#include "core/volumes/slice_sink.hpp"
#include "core/volumes/volume_source.hpp"

namespace bitvox::register_mi {

// Registration by mutual information: the rigid motion that lays one grey volume, `moving`, on
// another, `fixed`, so that the values of one say most about the values of the other. The two may
// be of different types, sizes, modalities and voxel sizes; motions are in voxels of `moving`.
//
// What is maximised: points lie in the smaller of the two volumes, one in each of equal cells, at a
// place that a hash of the cell's number gives; never on a grid, on which interpolation would make
// some shifts look better than others (Pluim 2000). At each point both volumes are interpolated
// linearly and the values put into equal bins between the 0.1 % and the 99.9 % quantile of each
// volume, values beyond them into the end bins. Points that leave the other volume, or meet a NaN
// there, do not count; a motion that keeps less than a quarter of the points is not considered.
// MI = H(A) + H(B) - H(A, B) over the pairs of bins, in bits; in noise motions are compared by
// MI / H(A, B), which does not grow as the overlap shrinks (Studholme 1999).
//
// The search: both volumes are halved by means (of the finite values) until their sides are about
// 32 voxels, and smoothed at every level by as much as their noise asks for. At the coarsest level
// every whole shift (and every angle about z, in steps) within the limits is tried, as far as a
// quarter of the points can meet; with turns about any axis at most some 16,000 motions in equal
// steps, at fewer points. The best 8 (up to 32 where there are few points) that are not neighbours,
// and no motion, climb to the tops of quadrics through the values around them, level by level; six
// at least reach full size, where the one is chosen whose information times its share of the points
// is largest. It ends in steps of 1/32 voxel.
//
// Arithmetic in 32-bit floats in a fixed order without fused operations, counts and the sum of
// n log2 n as integers: every backend and number of threads takes the same path to the same bits.
//
// Literature: F. Maes, A. Collignon, D. Vandermeulen, G. Marchal, P. Suetens, IEEE Transactions on
// Medical Imaging 16, 1997; C. Studholme, D. Hill, D. Hawkes, Pattern Recognition 32, 1999; P.
// Viola, W. Wells, International Journal of Computer Vision 24, 1997; J. Pluim, J. Maintz, M.
// Viergever, "Interpolation artefacts in mutual information-based image registration", Computer
// Vision and Image Understanding 77, 2000.

inline constexpr int kFewestBins = 2;
inline constexpr int kMostBins = 128;
inline constexpr double kLargestAngle = 180;

// How `moving` goes to lie on `fixed`: it turns about its own middle, then moves by dx, dy, dz
// voxels. Without a motion voxel 0, 0, 0 lies on voxel 0, 0, 0. Angles are in degrees; it turns
// about x first, then about y, then about z, whose axes stay: with column vectors Rz * Ry * Rx, in
// lengths, where voxels may have any size.
struct RigidMotion {
  double dx = 0;
  double dy = 0;
  double dz = 0;
  double angle = 0;    // about z, from x towards y: clockwise where y is drawn downwards
  double angle_x = 0;  // about x, from y towards z
  double angle_y = 0;  // about y, from z towards x

  template <class Each>
  static void fields(Each&& field) {
    field("dx", &RigidMotion::dx);
    field("dy", &RigidMotion::dy);
    field("dz", &RigidMotion::dz);
    field("angle", &RigidMotion::angle);
    field("angle_x", &RigidMotion::angle_x);
    field("angle_y", &RigidMotion::angle_y);
  }
};
constexpr std::string_view java_name(const RigidMotion*) { return "RegisterMiMotion"; }

// Limits of a shift, in voxels.
struct Reach {
  double x = 0;
  double y = 0;
  double z = 0;

  template <class Each>
  static void fields(Each&& field) {
    field("x", &Reach::x);
    field("y", &Reach::y);
    field("z", &Reach::z);
  }
};

// The size of a voxel of one volume divided by that of another, along each axis.
struct VoxelRatio {
  double x = 1;
  double y = 1;
  double z = 1;

  template <class Each>
  static void fields(Each&& field) {
    field("x", &VoxelRatio::x);
    field("y", &VoxelRatio::y);
    field("z", &VoxelRatio::z);
  }
};

// About which axes a search may turn: within slices, or any way.
enum class Axes { kZ, kXyz };

// Of the result: trilinear, or the nearest voxel (of two equally near ones the later).
enum class Interpolation { kLinear, kNearest };

struct Options : RunOptions {
  int bins = 64;  // see the result
  // Largest |dx|, |dy|, |dz|; beyond where the volumes can overlap it acts as that. Without: the
  // smaller volume may lie anywhere within the larger one, and a quarter of its side farther.
  std::optional<Reach> max_shift;
  // Where the search begins: then only motions near it, and near none, are looked at.
  std::optional<RigidMotion> start;
  double max_angle = 0;     // degrees, of each angle; 0: shifts only
  Axes axes = Axes::kZ;     // kXyz wants volumes and a max_angle above 0
  double pixel_aspect = 1;  // height of a pixel divided by its width, 1e-6 to 1e6
  double slice_aspect = 1;  // depth of a voxel divided by its width, as much; only turns about x or
                            // y depend on it
  // Voxels of `fixed`, or of the result of apply(), to those of `moving`, 1e-3 to 1e3. Without: 1.
  std::optional<VoxelRatio> fixed_voxel;
  Interpolation interpolation = Interpolation::kLinear;
  double fill = 0;  // the result's value where `moving` is not

  template <class Each>
  static void fields(Each&& field) {
    RunOptions::fields(field);
    field("bins", &Options::bins, within(kFewestBins, kMostBins));
    field("max_shift", &Options::max_shift);
    field("start", &Options::start);
    field("max_angle", &Options::max_angle, within(0, kLargestAngle));
    field("axes", &Options::axes);
    field("pixel_aspect", &Options::pixel_aspect);
    field("slice_aspect", &Options::slice_aspect);
    field("fixed_voxel", &Options::fixed_voxel);
    field("interpolation", &Options::interpolation);
    field("fill", &Options::fill);
  }
};

struct Result {
  RigidMotion motion;
  double before = 0;  // MI without a motion in bits; NaN if less than a quarter would overlap
  double after = 0;   // MI in bits
  std::int64_t overlap = 0;  // voxels of the result that lie in `moving`
  int bins = 0;         // those used: fewer where there are too few points to fill pairs of bins
  bool trusted = true;  // else the note says why not
  RunReport run;

  template <class Each>
  static void fields(Each&& field) {
    field("motion", &Result::motion);
    field("before", &Result::before);
    field("after", &Result::after);
    field("overlap", &Result::overlap);
    field("bins", &Result::bins);
    field("trusted", &Result::trusted);
    field("run", &Result::run);
  }
};
constexpr std::string_view java_name(const Result*) { return "RegisterMiResult"; }

// out receives `moving` after the motion on the voxels of `fixed`, in the type of `moving`: integer
// types rounded (half up) and clamped. Throws InvalidInput (slices smaller than 8 x 8, one single
// slice and one stack, a constant volume, options), Cancelled, HostOutOfMemory, DeviceError, and
// what the sink throws.
Result align(const GreySource& moving, const GreySource& fixed, const Options& options,
             SliceSink& out, Progress& progress);

// The same without the moved volume: overlap is 0.
Result find(const GreySource& moving, const GreySource& fixed, const Options& options,
            Progress& progress);

// The same with a mask of the shape of `fixed`, or null for none: only values of `fixed` in its
// foreground are compared, and the smaller of the two volumes is `moving` or the mask. So
// information, noise and quantiles are those in the mask. A place counts if all voxels between
// which it lies do. The result is the same as without one where all is foreground. Throws
// InvalidInput besides (another shape, a mask that is empty or so thin that it leaves fewer than
// 256 points).
Result align(const GreySource& moving, const GreySource& fixed, const VolumeSource* mask,
             const Options& options, SliceSink& out, Progress& progress);
Result find(const GreySource& moving, const GreySource& fixed, const VolumeSource* mask,
            const Options& options, Progress& progress);

// Of the result a voxel lies in `moving` where its place there is 0 to side - 1 along each axis. A
// place that is beyond by no more than 1e-4 voxels, or the longest side / 2^20 if that is more, is
// taken for the edge: so quarter turns lose nothing to rounding.

struct Middle {
  double x = 0;
  double y = 0;
  double z = 0;

  template <class Each>
  static void fields(Each&& field) {
    field("x", &Middle::x);
    field("y", &Middle::y);
    field("z", &Middle::z);
  }
};
constexpr std::string_view java_name(const Middle*) { return "RegisterMiMotion$Middle"; }

// A motion that is known, and where the result lies: on voxels 0, 0, 0 and on of a volume of this
// shape, with voxels as large as those of `moving`. It turns about `middle`, a place in voxels of
// `moving`; without one about the middle of the volume.
struct Placement {
  RigidMotion motion;
  Shape shape;
  std::optional<Middle> middle;
};

struct Moved {
  std::int64_t overlap = 0;  // voxels of the result that lie in `moving`
  RunReport run;

  template <class Each>
  static void fields(Each&& field) {
    field("overlap", &Moved::overlap);
    field("run", &Moved::run);
  }
};
constexpr std::string_view java_name(const Moved*) { return "RegisterMiMoved"; }

// out receives `moving` after the motion, as align() hands it on; of the options only the aspects,
// interpolation, fill, backend and threads matter. The volume may have any shape. Throws
// InvalidInput (a motion that is not finite, a shape, options), and the others that align() does.
Moved apply(const GreySource& moving, const Placement& placement, const Options& options,
            SliceSink& out, Progress& progress);

}  // namespace bitvox::register_mi
