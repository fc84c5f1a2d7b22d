// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "core/blocks/block.hpp"
#include "core/memory/memory.hpp"
#include "core/options/terms.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/slice_sink.hpp"
#include "core/volumes/spacing.hpp"
#include "core/volumes/volume_source.hpp"
#include "ops/minkowski/minkowski_counts.hpp"

namespace bitvox::minkowski {

// The shape numbers of a binary volume, from counts of small sets of voxels: volume, surface area,
// mean breadth and Euler number, which are the Minkowski functionals but for constants, and the
// mean intercept lengths.
//
// Along a direction u a line enters the object where a voxel is object and the one before is not;
// with the distance of the lattice's lines these entries give the area of the object's shadows,
// and surface = 4 times its mean over the directions (Crofton). The Euler number of the sections
// by the planes normal to u, from voxels, pairs, squares or triangles in them, times the distance
// of the planes, gives a breadth; the mean breadth is its mean over the planes. Means over 13
// directions are weighted by the areas of the sphere that are nearest to each, for the voxels'
// size (Ohser, Schladitz 2009; Legland, Kiêu, Devaux 2007); those over 3 are plain.
//
// Euler numbers: voxels that touch by a face are joined ("6") or also those that touch by an edge
// or corner ("26"); in slices 4 and 8. A mean intercept length is the length of all lines in the
// object over the number of entries. An ellipsoid u' M u = 1 / MIL(u)^2 is fitted to the 13 by
// weighted least squares; degree of anisotropy = 1 - smallest / largest eigenvalue of M (Harrigan,
// Mann 1984).
//
// Border: Edges::kBackground: outside is background. Edges::kClipped: the volume is a field of view
// in something larger. Only windows of 2 x 2 x 2 voxels inside it count, all alike, so that a
// voxel, pair or square in the border counts a half for each face, as in the half of it that
// belongs to this field of view (Odgaard, Gundersen 1993). The numbers are then those of the
// (width - 1) (height - 1) (depth - 1) voxels that these windows stand for; fields of view that
// share their border layers add up.
//
// Within a mask the object is that in the mask. Edges::kBackground: what lies outside the mask is
// background. Edges::kClipped: only windows wholly inside the mask count.
//
// Per slice, and for one slice, the same in two dimensions: area, perimeter in 2 or 4 directions,
// Euler numbers 4 and 8.
//
// J. Ohser, K. Schladitz, 3D Images of Materials Structures, 2009. D. Legland, K. Kiêu, M.-F.
// Devaux, "Computation of Minkowski measures on 2D and 3D binary images", Image Analysis and
// Stereology 26 (2007) 83-92. A. Odgaard, H. J. G. Gundersen, "Quantification of connectivity in
// cancellous bone", Bone 14 (1993) 173-182. T. P. Harrigan, R. W. Mann, "Characterization of
// microstructural anisotropy in orthotropic materials using a second rank tensor", Journal of
// Materials Science 19 (1984) 761-767.

enum class Directions { kThree, kThirteen };  // in slices two and four

struct Options : RunOptions {
  Directions directions = Directions::kThirteen;
  Edges edges = Edges::kBackground;
  Extent extent = Extent::kVolume;
  Spacing spacing;  // z does not matter within slices
  // Of native code alone: the sides of the blocks that are computed one after the other, 0 for the
  // whole. All 0: as memory allows.
  Index block{};

  template <class Each>
  static void fields(Each&& field) {
    RunOptions::fields(field);
    field("directions", &Options::directions);
    field("edges", &Options::edges);
    field("extent", &Options::extent);
    field("spacing", &Options::spacing);
  }
};

// Of the volume, or of one slice. In the unit of the spacing; of a slice, volumes are areas,
// surface is the perimeter, and there is no mean breadth and no anisotropy (0 and NaN).
struct ShapeNumbers {
  std::int64_t voxels = 0;     // of the object
  double volume = 0;           // voxels times their size
  double total_volume = 0;     // of all voxels, or those of the mask
  double measured_volume = 0;  // what the following belong to: smaller where edges are clipped
  double surface = 0;
  double mean_breadth = 0;
  double euler_faces = 0;   // 6; in slices 4. A whole number where edges are background
  double euler_all = 0;     // 26; in slices 8
  double connectivity = 0;  // 1 - euler_all: the tunnels of a connected object. 0 of nothing
  // From 13 directions only, else NaN; NaN too where no line enters the object, and where no
  // ellipsoid fits the mean intercept lengths: M has an eigenvalue below 0 by more than a hundredth
  // of the largest. One that is 0 makes an intercept length infinite.
  double anisotropy = 0;
  std::array<double, 3> intercepts{};      // mean intercept lengths along the ellipsoid's axes,
  std::array<double, 9> intercept_axes{};  // longest first, and unit vectors along them

  template <class Each>
  static void fields(Each&& field) {
    field("voxels", &ShapeNumbers::voxels);
    field("volume", &ShapeNumbers::volume);
    field("total_volume", &ShapeNumbers::total_volume);
    field("measured_volume", &ShapeNumbers::measured_volume);
    field("surface", &ShapeNumbers::surface);
    field("mean_breadth", &ShapeNumbers::mean_breadth);
    field("euler_faces", &ShapeNumbers::euler_faces);
    field("euler_all", &ShapeNumbers::euler_all);
    field("connectivity", &ShapeNumbers::connectivity);
    field("anisotropy", &ShapeNumbers::anisotropy);
    field("intercepts", &ShapeNumbers::intercepts);
    field("intercept_axes", &ShapeNumbers::intercept_axes);
  }
};
constexpr std::string_view java_name(const ShapeNumbers*) { return "MinkowskiNumbers"; }

struct Result {
  std::vector<ShapeNumbers> numbers;  // one, or one a slice
  RunReport run;

  template <class Each>
  static void fields(Each&& field) {
    field("numbers", &Result::numbers);
    field("run", &Result::run);
  }
};

// Of the whole volume, or within a mask, which may be null. The same numbers for every backend,
// thread count and block. A volume without object voxels has the numbers of the empty set. Throws
// InvalidInput (options; a mask of another shape; edges clipped and an axis with a single voxel),
// Cancelled, HostOutOfMemory, DeviceError.
Result measure(const VolumeSource& in, const VolumeSource* mask, const Options& options,
               Progress& progress);

// The same of all voxels.
inline Result measure(const VolumeSource& in, const Options& options, Progress& progress) {
  return measure(in, nullptr, options, progress);
}

// ---- The twins, over blocks --------------------------------------------------------------------

// Checked and ready.
struct Job {
  const VolumeSource& in;
  const VolumeSource* mask = nullptr;  // null: all
  CountSet set = CountSet::kAll;
  Edges edges = Edges::kBackground;
  int threads = 1;

  bool planar() const { return set == CountSet::kPlanar; }
};

using Counts = std::array<std::int64_t, kCounts>;

// By slices: of a volume there is one, 0. What is not in the job's set is 0, and so are the voxels
// of the mask where there is none.
struct SliceCounts {
  std::map<std::int64_t, Counts> slices;

  void add(const SliceCounts& other);

  template <class Each>
  static void fields(Each&& field) {
    field("slices", &SliceCounts::slices);
  }
};

// Windows belong to the block of their highest voxel.
Reach reach_of(const Job& job);

// The counts of a block, from count(box): those of a box alone. Sets in the layers that a block
// reads from those below it are theirs: counts are additive, so that layers are taken off, lines
// that two of them share are put back, and so on.
template <class CountBox>
SliceCounts count_block(const Block& block, const CountBox& count) {
  SliceCounts sum;
  for (unsigned layers = 0; layers < 8; ++layers) {
    Box box = block.read;
    bool there = true;
    int sign = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if ((layers >> axis & 1U) == 0) continue;
      there = there && block.read.begin[axis] < block.core.begin[axis];
      box.end[axis] = box.begin[axis] + 1;
      sign = -sign;
    }
    if (!there) continue;
    SliceCounts part = count(box);
    for (auto& [z, counts] : part.slices) {
      for (std::int64_t& n : counts) n *= sign;
    }
    sum.add(part);
  }
  return sum;
}

class CpuTwin {
 public:
  using Partial = SliceCounts;
  static MemoryUser user();
  static std::int64_t bytes(const Job& job, const Block& block);
  CpuTwin(const Job& job, InstructionSet instructions, const Block& largest);
  SliceCounts compute(const Block& block, SliceSink* none, Progress& progress);

 private:
  Job job_;
  InstructionSet instructions_;
};

struct CudaMemory;
class GpuTwin {
 public:
  using Partial = SliceCounts;
  static MemoryUser user();
  static std::int64_t bytes(const Job& job, const Block& block);
  GpuTwin(const Job& job, Gpu gpu, const Block& largest);
  SliceCounts compute(const Block& block, SliceSink* none, Progress& progress);

 private:
  Job job_;
  std::shared_ptr<CudaMemory> memory_;
};

// ---- One block, for who goes through those of a volume elsewhere -------------------------------

// Throws InvalidInput as measure() does.
Job job_of(const VolumeSource& in, const VolumeSource* mask, const Options& options);

// The counts of a core, with the voxels of the mask, or of the core without one. The job's inputs
// are placed volumes.
SliceCounts measure_block(const Job& job, const Block& block, const Options& options,
                          RunReport& report, Progress& progress);

// The numbers of the whole, from such counts of all cores together.
Result finish(const Job& job, const SliceCounts& counts, const Options& options);

}  // namespace bitvox::minkowski
