// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/dispatch.hpp"
#include "core/progress.hpp"
#include "core/slice_sink.hpp"
#include "core/spacing.hpp"
#include "core/terms.hpp"
#include "core/volume_source.hpp"

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
  // Slices computed at a time; 0: as many as memory allows. Balls need the whole volume: 0.
  std::int64_t slab_depth = 0;

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
// object. The same counts and map for every backend, thread count and slab depth. Throws
// InvalidInput (options, or no object voxel at all), Cancelled, HostOutOfMemory, DeviceError.
Result measure(const VolumeSource& in, const Options& options, SliceSink* map, Progress& progress);

// ---- The twins -------------------------------------------------------------------------------

// A slab of the object, checked and ready: bit 1 is object, whichever phase was asked for.
struct Slab {
  const VolumeSource& object;
  Element element = Element::kCross;
  Edges edges = Edges::kBackground;
  bool planar = false;           // every slice on its own
  int max_radius = 0;            // distances are cut at max_radius + 1
  std::int64_t first_slice = 0;  // the slices whose voxels count, and go to the map as slice 0, 1,
  std::int64_t slice_count = 0;  // ...; the others are the halo that makes these exact
};

// Both twins return the histogram of F over the counted slices: max_radius + 2 entries, entry 0 the
// background. bytes_... is what they allocate for a slab of this shape, at most.
struct CudaMemory;
std::int64_t bytes_cpu(const Shape& shape, int max_radius);
std::vector<std::int64_t> measure_cpu(InstructionSet instructions, const Slab& slab, int threads,
                                      SliceSink* map, Progress& progress);
std::int64_t bytes_cuda(const Shape& shape, int max_radius);
std::vector<std::int64_t> measure_cuda(CudaMemory& memory, const Slab& slab, int threads,
                                       SliceSink* map, Progress& progress);

// Of the GPU, for slabs of at most this shape, one after the other. Taken once, so that no slab
// but the first can fail for want of it, when slices of the map have left already.
std::shared_ptr<CudaMemory> take_memory_cuda(const Shape& largest, int max_radius);

}  // namespace bitvox::granulometry
