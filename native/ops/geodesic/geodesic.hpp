// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/grey_volume.hpp"
#include "core/volumes/seed_labels.hpp"
#include "core/volumes/slice_sink.hpp"
#include "core/volumes/spacing.hpp"
#include "core/volumes/volume_source.hpp"
#include "ops/label/label_terms.hpp"

namespace bitvox::geodesic {

// Geodesic distance: the least cost of a path from a seed to each voxel of an image. A step costs
// what the voxel that it enters costs, times the length of the step between the two centres. A
// path's first voxel, the seed, costs nothing: seeds have the distance 0.
//
// Costs, of the value v of a voxel:
//   kIntensity   v; a negative one is an error
//   kReciprocal  m / v, m the largest value, and 1000 at most, which is also what values below
//                m / 1000 cost
//   kDifference  |v - s|, s the mean value of the seeds, in integer images to the nearest integer
//   kGradient    the length of the gradient: central differences over the sizes of voxels, at the
//                border of the volume one-sided
//   kUniform     1 where v is not 0; 0 is a wall
// No path enters a wall: voxels outside the mask, and those whose value is not finite (kGradient:
// or that of a neighbour by a face). A seed in a wall is none. A cost of 0 is a free passage. The
// volume ends at its faces.
//
// Sums are exact, so that distances are those of Dijkstra's method, for every backend and number of
// threads the same, as costs and lengths are whole numbers of two units:
//   - Costs of kIntensity and kDifference in images of 8 and 16 bits, and of kUniform, are whole
//     numbers already, and their unit is 1; only, 65535 counts as 65534. Others are rounded to
//     whole multiples of a power of two, the smallest by which none is above 65534.
//   - Lengths are rounded to whole multiples of a thousandth of the shortest step. Where all steps
//     are equally long nothing is rounded.
// Words of 32 bits are used where the finished map shows that they sufficed, else 64 bits.
// Distances that these do not hold either are an error.
//
// The label of a voxel is that of its nearest seed, of equally near ones the smallest (a geodesic
// Voronoi diagram).
//
// Objects, where they are asked for, are connected voxels that are no walls, numbered as by label;
// the cost is kUniform. Of each the two ends of a long path are found: an end is a voxel farthest
// from the other one. Its length is the geodesic diameter where an object has no loops, as a tree,
// and else a lower bound, at least half of it. The search goes from the first voxel to one that is
// farthest from it, from there to one farthest from that, and so on, as long as the distance grows
// (16 times at most); of equally far ones the first counts. The centre is the voxel whose distance
// from the farther end is smallest, of these the nearest to the middle between the ends in a
// straight line, of these the first. The seeds of distances are then the first ends, that is, those
// that come first in raster order, with the labels of their objects.
//
// Literature: E. Dijkstra, "A note on two problems in connexion with graphs", Numerische Mathematik
// 1 (1959) 269-271. G. Borgefors, "Distance transformations in digital images", Computer Vision,
// Graphics, and Image Processing 34 (1986) 344-371 (uniform costs: steps of 1, 1.414 and 1.732).
// The cost of a step is that of SNT: C. Arshadi, U. Günther, M. Eddison, K. Harrington, T.
// Ferreira, "SNT: a unifying toolbox for quantification of neuronal anatomy", Nature Methods 18
// (2021) 374-377. Of objects: C. Lantuéjoul, F. Maisonneuve, "Geodesic methods in quantitative
// image analysis", Pattern Recognition 17 (1984) 177-187.

enum class Cost { kIntensity, kReciprocal, kDifference, kGradient, kUniform };

// The largest cost of kReciprocal.
inline constexpr double kReciprocalRange = 1000;

struct Options : RunOptions {
  Cost cost = Cost::kIntensity;
  label::Connectivity connectivity = label::Connectivity::kAll;  // between which voxels steps go
  Spacing spacing;                                               // the lengths of steps

  template <class Each>
  static void fields(Each&& field) {
    RunOptions::fields(field);
    field("cost", &Options::cost);
    field("connectivity", &Options::connectivity);
    field("spacing", &Options::spacing);
  }
};

// What is known of each object, label i at i - 1. Coordinates are voxels from 0: x, y, z.
struct Objects {
  std::vector<std::int64_t> voxels;
  std::vector<double> diameter;  // of steps between centres of voxels, in the unit of the spacing
  std::array<std::vector<std::int32_t>, 3> first_end, second_end, centre;

  template <class Each>
  static void fields(Each&& field) {
    field("voxels", &Objects::voxels);
    field("diameter", &Objects::diameter);
    field("first_end", &Objects::first_end);
    field("second_end", &Objects::second_end);
    field("centre", &Objects::centre);
  }
};
constexpr std::string_view java_name(const Objects*) { return "GeodesicObjects"; }

struct Inputs {
  explicit Inputs(const GreySource& of) : image(of) {}

  const GreySource& image;
  // Of the same shape: 0 where nothing is seeded, else the label. Null: all voxels at a face of the
  // volume (edge of a slice) are seeds of the label 1, or the ends of objects.
  const GreySource* seeds = nullptr;
  const VolumeSource* mask = nullptr;  // of the same shape; null: no walls but those of the image
  bool objects = false;                // whether they are measured, and their ends are the seeds
};

// Where the results go; null for what is not wanted.
struct Outputs {
  SliceSink* distances = nullptr;  // 32-bit floats, the unit of the spacing times that of the cost;
                                   // NaN in walls and where no path goes
  SliceSink* labels = nullptr;     // 16-bit integers, 32-bit floats where one is above 65535; 0
                                   // where no path goes
  // Of native code alone: the sums, a voxel after the other, in units of cost and of length; -1
  // where no path goes.
  std::int64_t* sums = nullptr;
};

struct Result {
  std::vector<int> labels;  // in ascending order
  std::vector<std::int64_t>
      voxels;              // that each label is nearest to; empty without an image of them
  std::int64_t seeds = 0;  // voxels, those in walls not
  std::int64_t seeds_in_walls = 0;
  std::int64_t reached = 0;  // voxels, seeds too
  std::int64_t unreached = 0;
  std::int64_t walls = 0;
  std::int64_t clipped = 0;     // voxels of the cost 65535, which counts as 65534
  std::int64_t vanished = 0;    // voxels of a cost above 0 that is rounded to 0
  double farthest = 0;          // the largest distance
  std::int64_t farthest_x = 0;  // of the first voxel that has it, from 0
  std::int64_t farthest_y = 0;
  std::int64_t farthest_z = 0;
  double cost_unit = 1;
  double length_unit = 1;
  double reference = 0;  // kReciprocal: m; kDifference: s; else 0
  Objects objects;       // where they are measured
  RunReport run;

  template <class Each>
  static void fields(Each&& field) {
    field("labels", &Result::labels);
    field("voxels", &Result::voxels);
    field("seeds", &Result::seeds);
    field("seeds_in_walls", &Result::seeds_in_walls);
    field("reached", &Result::reached);
    field("unreached", &Result::unreached);
    field("walls", &Result::walls);
    field("clipped", &Result::clipped);
    field("vanished", &Result::vanished);
    field("farthest", &Result::farthest);
    field("farthest_x", &Result::farthest_x);
    field("farthest_y", &Result::farthest_y);
    field("farthest_z", &Result::farthest_z);
    field("cost_unit", &Result::cost_unit);
    field("length_unit", &Result::length_unit);
    field("reference", &Result::reference);
    field("objects", &Result::objects);
    field("run", &Result::run);
  }
};

// An image without objects has none, and no path. Throws InvalidInput (options, shapes that differ,
// seeds that are no labels or all in walls, costs that are negative or too large), Cancelled,
// HostOutOfMemory, DeviceError, and what a sink throws.
Result measure(const Inputs& inputs, const Options& options, const Outputs& outputs,
               Progress& progress);

}  // namespace bitvox::geodesic
