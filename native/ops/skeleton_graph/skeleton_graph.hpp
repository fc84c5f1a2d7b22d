// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/bit_volume.hpp"
#include "core/progress.hpp"
#include "core/volume_source.hpp"

namespace bitvox::skeleton_graph {

// The graph of a skeleton: branches between end points and junctions.
//
// A voxel with 0 or 1 foreground voxels among its 26 neighbours is an end point, with 2 a slab,
// with more a junction voxel; junction voxels that touch are one junction. A branch runs from an
// end point or junction voxel through slabs to the next end point or junction voxel, and its length
// is the sum of the distances between the centres of successive voxels, both ends included. A ring
// of slabs alone is a branch that starts and ends at its first voxel (x fastest, then y, then z).
//
// With a shortest length, end branches shorter than that are deleted (from the end point up to, not
// including, the junction voxel), all at once, and what is left is classified anew, until every
// branch from an end point to a junction is as long. A branch between two end points stays.
//
// Whatever the image is, thin or not, it is traced. A voxel whose 26 neighbours (8 in one slice)
// are all foreground is an inner voxel. A thinned volume has none; thinned slices have a few where
// holes lie close together, less than a tenth of their pixels even if they are of noise.
//
// Literature: I. Arganda-Carreras, R. Fernandez-Gonzalez, A. Munoz-Barrutia, C. Ortiz-de-Solorzano,
// "3D reconstruction of histological sections: application to mammary gland tissue", Microscopy
// Research and Technique 73 (2010) 1019-1029 (the classification, as in AnalyzeSkeleton).
//
// CPU only, tracing on one thread: linear in the voxels of a skeleton, which are few.

struct VoxelPosition {
  std::int64_t x = 0;
  std::int64_t y = 0;
  std::int64_t z = 0;

  bool operator==(const VoxelPosition&) const = default;
};

struct Branch {
  std::int64_t skeleton = 0;  // which of the 26-connected skeletons, from 1, by first voxel
  double length = 0;          // in units of the spacing
  std::int64_t voxels = 0;    // both ends included
  VoxelPosition first;
  VoxelPosition last;
  double mean_distance = 0;  // over its voxels, from the distance map; 0 without one
};

struct Result {
  explicit Result(const Shape& shape) : skeleton(shape) {}

  BitVolume skeleton;            // what is left after pruning
  std::vector<Branch> branches;  // end points first, then junctions, then rings
  std::int64_t skeletons = 0;
  std::int64_t end_points = 0;
  std::int64_t junctions = 0;
  std::int64_t junction_voxels = 0;
  std::int64_t slab_voxels = 0;
  std::int64_t inner_voxels = 0;
  std::int64_t pruned_branches = 0;
};

// What a voxel is a neighbour of: all around, or within its slice only, so that every slice has
// graphs of its own.
enum class Neighbours { kVolume, kSlice };

struct Options {
  double spacing[3] = {1, 1, 1};  // size of a voxel along x, y and z
  double shortest = 0;            // end branches shorter than this are pruned; 0: none
  Neighbours neighbours = Neighbours::kVolume;
};

// The distance from a voxel to the background, for the mean over each branch.
class DistanceMap {
 public:
  virtual ~DistanceMap() = default;
  virtual double at(const VoxelPosition& voxel) const = 0;
};

// distances may be null. Throws InvalidInput (options, no foreground voxel at all), Cancelled,
// HostOutOfMemory (an image that is no skeleton soon needs too much).
Result trace(const VolumeSource& skeleton, const DistanceMap* distances, const Options& options,
             Progress& progress);

// ---- Its one implementation ------------------------------------------------------------------

// Traces graph.skeleton as it is, without pruning, and fills in the rest.
void trace_cpu(const DistanceMap* distances, const Options& options, Result& graph,
               Progress& progress);

// Deletes the end branches that are too short; returns how many there were.
std::int64_t prune_once(const Options& options, BitVolume& skeleton, Progress& progress);

}  // namespace bitvox::skeleton_graph
