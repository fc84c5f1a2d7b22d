// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>
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
// Junctions that lost a branch are made thin again (junction_thinning.hpp), for the corner of one
// would be read as a loop. So neither the Euler number nor the number of skeletons changes.
//
// The graph has these branches as links between end points and junctions, each junction being one
// node, and so has each ring, at its first voxel. A loop is a way back to a node by links that are
// used once; a skeleton has links - nodes + 1 independent ones. With Loops other than kKeep one
// slab voxel is deleted of the shortest, or darkest, branch of each loop: those branches are cut
// that are no part of the spanning forest which takes the longest (brightest) branch first, of
// equals the one that is traced first. Junctions beside a cut are made thin again, too. What is
// left is classified anew until there is no loop. Loops are cut before branches are pruned. A hole
// within a junction is no loop; it becomes one where the junction's branches go.
//
// The longest shortest path of a skeleton leads between those two of its nodes that are farthest
// apart, along branches; junctions have no length. Where several are as long it is one of them,
// always the same. A skeleton of one node has a path of length 0.
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

// How loops are cut.
enum class Loops {
  kKeep,           // not at all
  kShortest,       // the shortest branch, in the middle of its voxels
  kDarkestBranch,  // the one with the smallest mean grey value, at its darkest voxel
  kDarkestVoxel    // the darkest voxel
};

struct Branch {
  std::int64_t skeleton = 0;  // which of the 26-connected skeletons, from 1, by first voxel
  double length = 0;          // in units of the spacing
  std::int64_t voxels = 0;    // both ends included
  VoxelPosition first;
  VoxelPosition last;
  double mean_distance = 0;  // over its voxels, from the distance map; 0 without one
};

// One of the 26-connected skeletons.
struct Part {
  std::int64_t branches = 0;
  std::int64_t junctions = 0;
  std::int64_t end_points = 0;
  std::int64_t junction_voxels = 0;
  std::int64_t slab_voxels = 0;
  std::int64_t triple_points = 0;     // junctions in which three branches end
  std::int64_t quadruple_points = 0;  // and four; one that returns ends twice
  std::int64_t loops = 0;             // independent ones
  double total_length = 0;
  double longest_branch = 0;
  double longest_path = 0;  // this and its ends only if it is asked for
  VoxelPosition path_first;
  VoxelPosition path_last;
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
  std::int64_t cut_loops = 0;
  std::vector<Part> parts;                 // the skeletons in their order
  std::optional<BitVolume> longest_paths;  // their voxels; within junctions a way of fewest steps
};

// A number for each voxel.
class VoxelValues {
 public:
  virtual ~VoxelValues() = default;
  virtual double at(const VoxelPosition& voxel) const = 0;
};

// What a voxel is a neighbour of: all around, or within its slice only, so that every slice has
// graphs of its own.
enum class Neighbours { kVolume, kSlice };

enum class LongestPath { kSkip, kFind };

struct Options {
  double spacing[3] = {1, 1, 1};  // size of a voxel along x, y and z
  double shortest = 0;            // end branches shorter than this are pruned; 0: none
  Neighbours neighbours = Neighbours::kVolume;
  Loops loops = Loops::kKeep;
  const VoxelValues* grey = nullptr;  // for the darkest; a value that is not a number is darkest
  LongestPath longest_path = LongestPath::kSkip;
};

// The means over branches are those of distances, from each voxel to the background, which may be
// null. Throws InvalidInput (options, no foreground voxel at all, too large a graph for its longest
// path), Cancelled, HostOutOfMemory (an image that is no skeleton soon needs too much).
Result trace(const VolumeSource& skeleton, const VoxelValues* distances, const Options& options,
             Progress& progress);

// ---- Its one implementation ------------------------------------------------------------------

// Traces graph.skeleton as it is, without pruning, and fills in the rest.
void trace_cpu(const VoxelValues* distances, const Options& options, Result& graph,
               Progress& progress);

// Deletes the end branches that are too short, and what is redundant of their junctions; returns
// how many there were.
std::int64_t prune_once(const Options& options, BitVolume& skeleton, Progress& progress);

// Cuts one branch for each independent loop, and deletes what is redundant of the junctions beside
// the cuts; returns how many there were.
std::int64_t cut_loops_once(const Options& options, BitVolume& skeleton, Progress& progress);

}  // namespace bitvox::skeleton_graph
