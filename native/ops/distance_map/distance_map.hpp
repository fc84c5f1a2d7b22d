// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>

#include "core/backends/dispatch.hpp"
#include "core/blocks/core_sink.hpp"
#include "core/memory/memory.hpp"
#include "core/options/terms.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/slice_sink.hpp"
#include "core/volumes/spacing.hpp"
#include "core/volumes/volume_source.hpp"

namespace bitvox::distance_map {

// Distance map: how far every object voxel is from the nearest background voxel, from centre to
// centre, and 0 in the background. Exact: squared distances are whole numbers where voxels are
// cubes; where they are not, they are doubles,
//
//     (dx * spacing.x)^2 + (dy * spacing.y)^2 + (dz * spacing.z)^2,
//
// summed from the left, each operation rounded once, and the least of them is taken.
//
// How it is computed: one axis after the other. Along x the distance follows from the bits. Along
// y, and then z, the new value of a voxel is the least of value + step^2 over the voxels of its
// line (for the chessboard distance: of the larger of the two). A search from the voxel outwards
// ends where step^2 alone is no better than what has been found; groups of voxels whose least value
// cannot win are passed by. On the CPU lines whose searches get long are gone along one by one in
// linear time, over the lower envelope of parabolas.
//
// Literature: T. Saito, J. Toriwaki, "New algorithms for Euclidean distance transformation of an
// n-dimensional digitized picture with applications", Pattern Recognition 27 (1994) 1551-1565.
// P. Felzenszwalb, D. Huttenlocher, "Distance transforms of sampled functions", Theory of Computing
// 8 (2012) 415-428.

// With dx, dy, dz in voxels: kCityBlock |dx| + |dy| + |dz|, kChessboard the largest of them.
enum class Metric { kEuclidean, kCityBlock, kChessboard };

// kInside: of the object's voxels to the background. kOutside: of the background's voxels to the
// object. kSigned: the first minus the second.
enum class Region { kInside, kOutside, kSigned };

// kFloat: 32-bit floats in the unit of the spacing, each the double rounded. kIntegers: 16-bit
// whole numbers in voxels, the square of the Euclidean distance, or the other distances
// themselves; 65535 stands for all that is larger.
enum class Numbers { kFloat, kIntegers };

struct Options : RunOptions {
  Metric metric = Metric::kEuclidean;
  Region region = Region::kInside;
  // kBackground: all voxels outside the volume are background. kClipped: there are none.
  Edges edges = Edges::kClipped;
  Extent extent = Extent::kVolume;
  Numbers result = Numbers::kFloat;
  Spacing spacing;  // of voxels; z does not matter within slices
  // Of native code alone: the sides of the blocks that are computed one after the other, 0 for the
  // whole. All 0: as memory allows.
  Index block{};

  template <class Each>
  static void fields(Each&& field) {
    RunOptions::fields(field);
    field("metric", &Options::metric);
    field("region", &Options::region);
    field("edges", &Options::edges);
    field("extent", &Options::extent);
    field("result", &Options::result);
    field("spacing", &Options::spacing);
  }
};

// In the numbers of the map. Infinite where there is nothing to measure the distance to.
struct Result {
  double largest_inside = 0;
  double largest_outside = 0;
  std::int64_t voxels = 0;  // of the object
  RunReport run;

  template <class Each>
  static void fields(Each&& field) {
    field("largest_inside", &Result::largest_inside);
    field("largest_outside", &Result::largest_outside);
    field("voxels", &Result::voxels);
    field("run", &Result::run);
  }
};

// The map goes to `map`, which may be null. Where the whole volume (or slice, per slice) has no
// voxel to measure the distance to, distances are infinite, and integers 65535. The result is about
// the voxels of the mask, if it is not null; distances and the map are those of the whole volume.
// The same bits for every backend, thread count and block. Throws InvalidInput (a mask of another
// shape; spacing that is not positive and finite; voxels that are not cubes with integers or a
// metric other than the Euclidean one; signed integers; sides so long that distances could pass
// 2^53), Cancelled, HostOutOfMemory, DeviceError, and what the sink throws.
Result measure(const VolumeSource& in, const VolumeSource* mask, const Options& options,
               SliceSink* map, Progress& progress);

// The same of all voxels.
inline Result measure(const VolumeSource& in, const Options& options, SliceSink& map,
                      Progress& progress) {
  return measure(in, nullptr, options, &map, progress);
}

// ---- The twins -------------------------------------------------------------------------------

// The numbers that values are kept in.
enum class ValueType { k16, k32, kDouble };

// Options, checked and ready.
struct Job {
  explicit Job(const VolumeSource& source) : in(source) {}

  const VolumeSource& in;
  const VolumeSource* mask = nullptr;  // what is counted; null: all
  Metric metric = Metric::kEuclidean;
  Region region = Region::kInside;
  Edges edges = Edges::kClipped;
  bool planar = false;
  Numbers numbers = Numbers::kFloat;
  Spacing steps;     // what weights are made of: 1, 1, 1 where voxels are cubes
  double scale = 1;  // distances are scale * root of the value, or scale * value
  // Whole numbers are what values are above this, 0 to 65535; squares of a ball's radius are
  // compared so where they do not fit 16 bits.
  double above = 0;
  Index block{};                          // as in the options
  ValueType values = ValueType::kDouble;  // that the twins keep
  int threads = 1;

  bool roots() const { return metric == Metric::kEuclidean; }
  bool cubes() const { return steps.x == steps.y && steps.x == steps.z && steps.x == 1; }
  int fields() const { return region == Region::kSigned ? 2 : 1; }
  PixelType pixels() const {
    return numbers == Numbers::kFloat ? PixelType::kFloat32 : PixelType::kUint16;
  }
};

// Whether a GPU is worth its while for so many voxels.
GpuUse gpu_for(const Shape& shape);

// Throws InvalidInput as measure() does.
Job job_of(const VolumeSource& in, const Options& options);

// The one to begin with: 16 bits where that may do. Where a value reaches their end, all is
// computed again in the next one, wide_type(), which is wide enough for every possible value.
ValueType first_type(const Job& job);
ValueType wide_type(const Job& job);

// What a twin throws then. It measures all slices of the columns or rows of its block, so that the
// first layer of blocks shows it, before a slice leaves.
struct TooNarrow {};

// Of the voxels that count.
struct Found {
  double largest_inside = 0;
  double largest_outside = 0;
  std::int64_t voxels = 0;  // of the object

  void add(const Found& other);

  template <class Each>
  static void fields(Each&& field) {
    field("largest_inside", &Found::largest_inside);
    field("largest_outside", &Found::largest_outside);
    field("voxels", &Found::voxels);
  }
};

// Any voxel may be the nearest. What is read for a block is all, as bits.
Reach reach_of(const Job& job);

// Measures columns over all rows and slices, whatever the core has of these. So it is columns that
// are cut where the whole does not fit.
class CpuTwin {
 public:
  using Partial = Found;
  static constexpr std::size_t kAxis = 0;
  static MemoryUser user();
  static std::int64_t most_side(const Job& job);
  static std::int64_t bytes(const Job& job, const Block& block);
  CpuTwin(const Job& job, InstructionSet instructions, const Block& largest);
  Found compute(const Block& block, CoreSink* map, Progress& progress);

  class Fields;

 private:
  std::shared_ptr<Fields> fields_;  // of the type of values
};

// The same with rows.
class GpuTwin {
 public:
  using Partial = Found;
  static constexpr std::size_t kAxis = 1;
  static MemoryUser user();
  static std::int64_t bytes(const Job& job, const Block& block);
  GpuTwin(const Job& job, Gpu gpu, const Block& largest);
  Found compute(const Block& block, CoreSink* map, Progress& progress);

  class Fields;

 private:
  std::shared_ptr<Fields> fields_;
};

// By one twin, with values that are wide enough.
Found measure_cpu(InstructionSet instructions, const Job& job, SliceSink* map, Progress& progress);
Found measure_cuda(const Job& job, SliceSink* map, Progress& progress);

}  // namespace bitvox::distance_map
