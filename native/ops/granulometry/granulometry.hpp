// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/dispatch.hpp"
#include "core/progress.hpp"
#include "core/volume_source.hpp"

namespace bitvox {

// Granulometry: how much of an object survives openings by larger and larger structuring elements.
//
// V(n) is the number of voxels of the opening of the object by the n-fold element, for n = 0, 1,
// 2, ... until it is 0 or n = max_radius. The opening-size map holds for every object voxel the
// width 2n + 1 of the largest element whose opening contains it.
//
// How it is computed: let d(x) be the distance from x to the background in the element's metric
// (city-block for the cross, chessboard for the cube), cut at max_radius + 1. Then
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

enum class Phase { kForeground, kBackground };

// kCross: 7 voxels, n-fold an octahedron of radius n. kCube: 27 voxels, n-fold a cube of side
// 2n + 1. Within slices (per slice, or in a volume of one slice): 5-voxel cross and 3 x 3 square.
enum class Element { kCross, kCube };

// The border rule. kBackground: elements must lie wholly inside the volume. kClipped: the centre
// must, and the part of the element outside the volume is ignored.
enum class Edges { kBackground, kClipped };

enum class Extent { kVolume, kPerSlice };

inline constexpr int kLargestMaxRadius = 32767;  // so that 2n + 1 fits 16 bits

struct GranulometryOptions {
  Phase phase = Phase::kForeground;
  Element element = Element::kCross;
  Edges edges = Edges::kBackground;
  Extent extent = Extent::kVolume;
  int max_radius = 50;           // in voxels, 1 to kLargestMaxRadius
  std::string backend = "auto";  // or cuda, avx512, avx2, scalar
  int threads = 0;               // of the CPU; 0: all cores
  std::int64_t slab_depth = 0;   // slices computed at a time; 0: as many as memory allows
};

struct Granulometry {
  // V(0), V(1), ...: the last one is 0, or n = max_radius. Per slice: summed over the slices.
  std::vector<std::int64_t> counts;
  RunReport run;
};

// Receives the opening-size map on the thread that called granulometry(), slice by slice in
// ascending z: width * height values 2n + 1, 0 outside the object. Valid during the call only.
class OpeningMapSink {
 public:
  virtual ~OpeningMapSink() = default;
  virtual void write_slice(std::int64_t z, const std::uint16_t* widths) = 0;
};

// map may be null. The same counts and map for every backend, thread count and slab depth.
// Throws InvalidInput (options, or no object voxel at all), Cancelled, HostOutOfMemory,
// DeviceError.
Granulometry granulometry(const VolumeSource& in, const GranulometryOptions& options,
                          OpeningMapSink* map, Progress& progress);

// ---- The twins -------------------------------------------------------------------------------

// A slab of the object, checked and ready: bit 1 is object, whichever phase was asked for.
struct GranulometrySlab {
  const VolumeSource& object;
  Element element = Element::kCross;
  Edges edges = Edges::kBackground;
  bool planar = false;           // every slice on its own
  int max_radius = 0;            // distances are cut at max_radius + 1
  std::int64_t first_slice = 0;  // the slices whose voxels count, and go to the map as slice 0, 1,
  std::int64_t slice_count = 0;  // ...; the others are the halo that makes these exact
};

// Both twins return the histogram of F over the counted slices: max_radius + 2 entries, entry 0 the
// background. bytes_needed() is what they allocate for a slab of this shape, at most.
struct GranulometryRows;
namespace cpu {
std::int64_t granulometry_bytes(const Shape& shape, int max_radius);
std::vector<std::int64_t> size_histogram(const GranulometryRows& rows, const GranulometrySlab& slab,
                                         int threads, OpeningMapSink* map, Progress& progress);
}  // namespace cpu
namespace cuda {
std::int64_t granulometry_bytes(const Shape& shape, int max_radius);
std::vector<std::int64_t> size_histogram(const GranulometrySlab& slab, int threads,
                                         OpeningMapSink* map, Progress& progress);
}  // namespace cuda

}  // namespace bitvox
