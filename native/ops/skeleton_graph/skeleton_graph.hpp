// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/options/range.hpp"
#include "core/options/terms.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"
#include "core/volumes/spacing.hpp"
#include "core/volumes/volume_source.hpp"
#include "ops/skeleton_graph/skeleton_list.hpp"
#include "ops/skeleton_graph/skeleton_rows.hpp"

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

// How loops are cut.
enum class Loops {
  kKeep,           // not at all
  kShortest,       // the shortest branch, in the middle of its voxels
  kDarkestBranch,  // the one with the smallest mean grey value, at its darkest voxel
  kDarkestVoxel    // the darkest voxel
};

struct Graph {
  Branches branches;  // end points first, then junctions, then rings
  std::int64_t skeletons = 0;
  std::int64_t end_points = 0;
  std::int64_t junctions = 0;
  std::int64_t junction_voxels = 0;
  std::int64_t slab_voxels = 0;
  std::int64_t inner_voxels = 0;
  std::int64_t pruned_branches = 0;
  std::int64_t cut_loops = 0;
  Parts parts;                        // the skeletons in their order
  std::vector<bool> on_longest_path;  // each voxel; within junctions a way of fewest steps

  template <class Each>
  static void fields(Each&& field) {
    field("branches", &Graph::branches);
    field("skeletons", &Graph::skeletons);
    field("end_points", &Graph::end_points);
    field("junctions", &Graph::junctions);
    field("junction_voxels", &Graph::junction_voxels);
    field("slab_voxels", &Graph::slab_voxels);
    field("inner_voxels", &Graph::inner_voxels);
    field("pruned_branches", &Graph::pruned_branches);
    field("cut_loops", &Graph::cut_loops);
    field("parts", &Graph::parts);
  }
};
constexpr std::string_view java_name(const Graph*) { return "SkeletonGraph$Result"; }

// The graph of a volume.
struct Result : Graph {
  explicit Result(const Shape& shape) : skeleton(shape) {}

  BitVolume skeleton;                      // what is left after pruning
  std::optional<BitVolume> longest_paths;  // their voxels
};

// A number for each voxel.
class VoxelValues {
 public:
  virtual ~VoxelValues() = default;
  virtual double at(const VoxelPosition& voxel) const = 0;
};

struct Options {
  Spacing spacing;
  double shortest = 0;              // end branches shorter than this are pruned
  Extent extent = Extent::kVolume;  // per slice: each has graphs of its own
  Loops loops = Loops::kKeep;
  const VoxelValues* grey = nullptr;  // for the darkest; a value that is not a number is darkest
  bool longest_path = false;          // whether that of each skeleton is found

  template <class Each>
  static void fields(Each&& field) {
    field("spacing", &Options::spacing);
    field("shortest", &Options::shortest, within(0, 1e9));
    field("extent", &Options::extent);
    field("loops", &Options::loops);
    field("longest_path", &Options::longest_path);
  }
};

// The means over branches are those of distances, from each voxel to the background, which may be
// null. Throws InvalidInput (options, no foreground voxel at all, too large a graph for its longest
// path), Cancelled, HostOutOfMemory (an image that is no skeleton soon needs too much).
Result trace(const VolumeSource& skeleton, const VoxelValues* distances, const Options& options,
             Progress& progress);

// The same of a skeleton whose voxels are known, without a volume: it becomes what is left of it.
Graph trace(Skeleton& skeleton, const VoxelValues* distances, const Options& options,
            Progress& progress);

// Throws HostOutOfMemory unless the graph of so many voxels fits the memory.
void require_memory_for(std::int64_t voxels);

// ---- Its one implementation ------------------------------------------------------------------

// Traces a skeleton as it is, without pruning, and fills in the rest.
void trace_cpu(const Skeleton& skeleton, const VoxelValues* distances, const Options& options,
               Graph& graph, Progress& progress);

// Deletes the end branches that are too short, and what is redundant of their junctions; returns
// how many there were.
std::int64_t prune_once(const Options& options, Skeleton& skeleton, Progress& progress);

// Cuts one branch for each independent loop, and deletes what is redundant of the junctions beside
// the cuts; returns how many there were.
std::int64_t cut_loops_once(const Options& options, Skeleton& skeleton, Progress& progress);

}  // namespace bitvox::skeleton_graph
