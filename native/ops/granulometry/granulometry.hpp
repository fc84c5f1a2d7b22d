// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "core/blocks/block.hpp"
#include "core/memory/memory.hpp"
#include "core/options/terms.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/slice_sink.hpp"
#include "core/volumes/spacing.hpp"
#include "core/volumes/volume_source.hpp"

namespace bitvox::granulometry {

// Granulometry: how much of an object survives openings by larger and larger structuring elements.
//
// V(n) is the number of voxels of the opening of the object by the n-fold element, for n = 0, 1,
// 2, ... until it is 0 or n = max_radius. The opening-size map holds for every object voxel the
// width 2n + 1 of the largest element whose opening contains it.
//
// Balls are not n-fold, and of the digital ones the opening by a larger one need not lie in that by
// a smaller one. So there V(n) is the number of voxels of the union of all digital balls of radius
// r(n) = n * step or larger that lie in the object, which falls with n. It is that of the voxels
// with T > r(n)^2, T being that of the local thickness (see there); the map holds 2n + 1 for the
// largest such n. Distances are measured in the unit of the spacing. Numbers that differ by no more
// than rounding are equal: T > r^2 means T > r^2 (1 + 1e-12), which is the same as T > r^2 where
// voxels are cubes and the step is a whole number of them, since T is a whole number then.
//
// How crosses and cubes are computed: let d(x) be the distance from x to the background in the
// element's metric (city-block for the cross, chessboard for the cube), cut at max_radius + 1. Then
//
//     F = d
//     for m = max_radius, ..., 1:
//         M(x) = the largest F among the neighbours of x, all from the old F
//         where M(x) > m and M(x) > F(x):  F(x) = M(x)
//
// leaves F - 1 = the largest n whose opening contains x. A centre of value v starts to grow at
// m = v - 1 and grows one voxel a step, v - 1 steps in all, so everything that has started has the
// same number of steps left, and the largest value may overwrite the others for good.
//
// Literature: G. Matheron, Random Sets and Integral Geometry, 1975 (granulometry); Boulos,
// Fristot, Houzet, Salvo, Lhuissier, DASIP 2012 (the measurement, by erosions and dilations).

inline constexpr int kLargestMaxRadius = 32767;  // so that 2n + 1 fits 16 bits

struct Options : RunOptions {
  Phase phase = Phase::kForeground;
  Element element = Element::kCross;
  Edges edges = Edges::kBackground;
  Extent extent = Extent::kVolume;
  int max_radius = 50;  // the largest n
  Spacing spacing;      // of voxels, for balls; z does not matter within slices
  double step = 0;      // of radii of balls; 0: the shortest side of a voxel
  // Of native code alone: the sides of the blocks that are computed one after the other, 0 for the
  // whole. All 0: as memory allows.
  Index block{};

  template <class Each>
  static void fields(Each&& field) {
    RunOptions::fields(field);
    field("phase", &Options::phase);
    field("element", &Options::element);
    field("edges", &Options::edges);
    field("extent", &Options::extent);
    field("max_radius", &Options::max_radius, within(1, kLargestMaxRadius));
    field("spacing", &Options::spacing);
    field("step", &Options::step, above(0).or_zero("a voxel's shortest side"));
  }
};

struct Result {
  // V(0), V(1), ...: the last one is 0, or n = max_radius. Per slice: summed over the slices.
  std::vector<std::int64_t> counts;
  // The radius of the n-th element is n times this: of a ball in the unit of the spacing, of the
  // others 1 voxel.
  double step = 1;
  RunReport run;

  template <class Each>
  static void fields(Each&& field) {
    field("counts", &Result::counts);
    field("step", &Result::step);
    field("run", &Result::run);
  }
};

// The opening-size map goes to `map`, which may be null: 16-bit values 2n + 1, 0 outside the
// object. Only voxels of the mask are counted, if it is not null; what is opened, and the map, are
// of the whole volume, so that the mask cuts off no elements. The same counts and map for every
// backend, thread count and block. Throws InvalidInput (options, a mask of another shape, no object
// voxel at all, or none in the mask), Cancelled, HostOutOfMemory, DeviceError.
Result measure(const VolumeSource& in, const VolumeSource* mask, const Options& options,
               SliceSink* map, Progress& progress);

// The same of all voxels.
inline Result measure(const VolumeSource& in, const Options& options, SliceSink* map,
                      Progress& progress) {
  return measure(in, nullptr, options, map, progress);
}

// ---- The twins, for crosses and cubes, over blocks ---------------------------------------------

// Checked and ready.
struct Job {
  const VolumeSource& in;
  const VolumeSource* mask = nullptr;  // what is counted; null: all
  Phase phase = Phase::kForeground;
  Element element = Element::kCross;
  Edges edges = Edges::kBackground;
  bool planar = false;  // every slice on its own
  int max_radius = 0;   // distances are cut at max_radius + 1
  int threads = 1;
};

// How many of the voxels that count have each F, from 1 on: entry 0, the background, stays 0.
struct Sizes {
  std::vector<std::int64_t> histogram;

  void add(const Sizes& other);

  template <class Each>
  static void fields(Each&& field) {
    field("histogram", &Sizes::histogram);
  }
};

// By crosses and cubes. Throws InvalidInput for balls, and as measure() does.
Job job_of(const VolumeSource& in, const VolumeSource* mask, const Options& options);

// What F is depends on centres up to max_radius away, and they on voxels as far from them.
Reach reach_of(const Job& job);

class CpuTwin {
 public:
  using Partial = Sizes;
  static MemoryUser user();
  static std::int64_t bytes(const Job& job, const Block& block);
  CpuTwin(const Job& job, InstructionSet instructions, const Block& largest);
  Sizes compute(const Block& block, SliceSink* map, Progress& progress);

 private:
  Job job_;
  InstructionSet instructions_;
};

struct CudaMemory;
class GpuTwin {
 public:
  using Partial = Sizes;
  static MemoryUser user();
  static std::int64_t bytes(const Job& job, const Block& block);
  // Takes its memory once, so that no block but the first can fail for want of it, when slices of
  // the map have left already.
  GpuTwin(const Job& job, Gpu gpu, const Block& largest);
  Sizes compute(const Block& block, SliceSink* map, Progress& progress);

 private:
  Job job_;
  std::shared_ptr<CudaMemory> memory_;
};

// ---- One block, for who goes through those of a volume elsewhere -------------------------------

// The sizes in its core, of which there may be none; job's inputs are placed volumes. The map is
// that of the core.
Sizes measure_block(const Job& job, const Block& block, const Options& options, SliceSink* map,
                    RunReport& report, Progress& progress);

// The result of the whole, from the sizes in all cores together. Throws InvalidInput (no object
// voxel; sizes of something else).
Result finish(const Job& job, const Sizes& sizes, const Options& options);

// The same of balls, but for the step. Throws InvalidInput: if the whole has an object, there is
// none in the mask.
Result finish_sizes(const Sizes& sizes, const Options& options, bool has_object);

}  // namespace bitvox::granulometry
