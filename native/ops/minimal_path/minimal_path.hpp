// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/threads/progress.hpp"
#include "core/volumes/grey_volume.hpp"
#include "core/volumes/volume_source.hpp"
#include "ops/geodesic/geodesic.hpp"

namespace bitvox::minimal_path {

// Minimal paths: the cheapest ways through an image between given points. Costs, steps, neighbours
// and walls are those of geodesic distances (ops/geodesic/geodesic.hpp), with the points for seeds:
// a step costs what the voxel that it enters costs, times the length of the step; the first voxel
// of a path costs nothing. So a path is as dear as the geodesic distance of its end from its start.
//
//   kChain      from the first point to the second, from there to the third, ...
//   kFromFirst  from the first point to each of the others; one search for all. Together the paths
//               are a tree: two that part never meet again
//
// Of equally dear paths that of the fewest steps is taken. Of these, seen from the end, each step
// comes from the first voxel, in the order z, y, x, that it can come from. So the paths are the
// same for every backend and number of threads (paths/path_tree.hpp).
//
// The path between two points of one voxel is this voxel, its length and its cost are 0. There is
// no path to or from a point in a wall, nor between points that walls divide.
//
// Searches for one end stop when the sums up to that of the end are final (on the CPU; that changes
// no path). The paths are then followed on the host.
//
// Literature: E. Dijkstra, "A note on two problems in connexion with graphs", Numerische Mathematik
// 1 (1959) 269-271. E. Meijering and others, "Design and validation of a tool for neurite tracing
// and analysis in fluorescence microscopy images", Cytometry A 58 (2004) 167-176. L. D. Cohen, R.
// Kimmel, "Global minimum for active contour models: a minimal path approach", International
// Journal of Computer Vision 24 (1997) 57-78. SNT: see geodesic.hpp.

enum class Paths { kChain, kFromFirst };

struct Options : geodesic::Options {
  Paths paths = Paths::kChain;

  template <class Each>
  static void fields(Each&& field) {
    geodesic::Options::fields(field);
    field("paths", &Options::paths);
  }
};

struct Inputs {
  explicit Inputs(const GreySource& of) : image(of) {}

  const GreySource& image;
  std::vector<std::int64_t> points;    // x, y and z of each, from 0; two points at least
  const VolumeSource* mask = nullptr;  // as in geodesic distances
};

struct Result {
  // The voxels of the paths, one path after the other, each from its start to its end. A voxel is
  // x + width * (y + height * z).
  std::vector<std::int64_t> voxels;
  std::vector<std::int64_t> ends;      // how many voxels there are up to the end of each path
  std::vector<double> costs;           // in units of cost and of length; NaN if there is no path
  std::vector<double> lengths;         // of the steps together, in the unit of the spacing; NaN
  std::vector<std::int64_t> in_walls;  // points, from 0, that lie in walls
  std::int64_t walls = 0;
  std::int64_t clipped = 0;  // as in geodesic distances, and what follows
  std::int64_t vanished = 0;
  double cost_unit = 1;
  double length_unit = 1;
  double reference = 0;
  RunReport run;

  template <class Each>
  static void fields(Each&& field) {
    field("voxels", &Result::voxels);
    field("ends", &Result::ends);
    field("costs", &Result::costs);
    field("lengths", &Result::lengths);
    field("in_walls", &Result::in_walls);
    field("walls", &Result::walls);
    field("clipped", &Result::clipped);
    field("vanished", &Result::vanished);
    field("cost_unit", &Result::cost_unit);
    field("length_unit", &Result::length_unit);
    field("reference", &Result::reference);
    field("run", &Result::run);
  }
};

// Throws InvalidInput (options, a mask of another shape, fewer than two points, one outside of the
// image, costs that are negative or too large, more than 2^31 - 1 voxels of paths), Cancelled,
// HostOutOfMemory, DeviceError.
Result trace(const Inputs& inputs, const Options& options, Progress& progress);

}  // namespace bitvox::minimal_path
