// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "core/blocks/core_sink.hpp"
#include "core/memory/memory.hpp"
#include "core/options/terms.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/slice_sink.hpp"
#include "core/volumes/spacing.hpp"
#include "core/volumes/volume_source.hpp"
#include "ops/distance_map/distance_map.hpp"

namespace bitvox::local_thickness {

// Local thickness: for every object voxel the diameter of the largest ball that lies in the object,
// has an object voxel as its centre, and covers the voxel.
//
// With D2(c) the squared distance from c to the nearest background voxel, as the distance map has
// it, the ball at c is all voxels x with |x - c|^2 < D2(c), the squared distance summed as there.
// These are exactly the voxels that are nearer to c than any background voxel. Then
//
//     T(x) = the largest D2(c) of all balls that cover x,      thickness 2 sqrt(T(x)).
//
// How it is computed: a ball that lies in that of a voxel near by cannot matter and is dropped. The
// others are handed to the tiles that they reach, where they are painted in order of falling D2:
// the first ball that covers a voxel is its largest.
//
// Literature: T. Hildebrand, P. Rueegsegger, "A new method for the model-independent assessment of
// thickness in three-dimensional images", Journal of Microscopy 185 (1997) 67-75.

struct Options : RunOptions {
  Phase phase = Phase::kForeground;
  // kClipped: outside the volume there is no background. kBackground: all of it is background.
  Edges edges = Edges::kClipped;
  Extent extent = Extent::kVolume;
  Spacing spacing;
  // Of native code alone: the sides of the blocks that are computed one after the other, 0 for the
  // whole. All 0: as memory allows.
  Index block{};

  template <class Each>
  static void fields(Each&& field) {
    RunOptions::fields(field);
    field("phase", &Options::phase);
    field("edges", &Options::edges);
    field("extent", &Options::extent);
    field("spacing", &Options::spacing);
  }
};

// How many voxels have each thickness, ascending, in the unit of the spacing.
struct Result {
  std::vector<double> thickness;
  std::vector<std::int64_t> voxels;
  RunReport run;

  template <class Each>
  static void fields(Each&& field) {
    field("thickness", &Result::thickness);
    field("voxels", &Result::voxels);
    field("run", &Result::run);
  }
};

// The thickness of every voxel, 0 outside the object, goes to `map` as 32-bit floats; it may be
// null. Only voxels of the mask are counted, if it is not null; balls lie in the whole object, and
// the map is that of the whole volume. The same bits for every backend, thread count and block.
// Throws InvalidInput (spacing that is not positive and finite; a mask of another shape; no object
// voxel, or none in the mask; an object whose thickness is infinite, as the volume, or a slice per
// slice, has no background and edges are clipped), Cancelled, HostOutOfMemory, DeviceError, and
// what the sink throws.
Result measure(const VolumeSource& in, const VolumeSource* mask, const Options& options,
               SliceSink* map, Progress& progress);

// The same of all voxels.
inline Result measure(const VolumeSource& in, const Options& options, SliceSink* map,
                      Progress& progress) {
  return measure(in, nullptr, options, map, progress);
}

// ---- The twins -------------------------------------------------------------------------------

// Options, checked and ready: `field` says how distances are measured, and in which mask voxels
// count.
struct Job {
  distance_map::Job field;
  Phase phase = Phase::kForeground;
  // Empty: the sink gets the thickness, doubles rounded to 32-bit floats. Else at most 65535
  // numbers, ascending, in the square of the unit of field.steps: the sink gets how many of them
  // are less than T(x), as 16-bit numbers.
  std::vector<double> limits{};
  const char* name = "Local Thickness";  // of the command, for messages
  Index block{};                         // as in the options
  double radius = 0;  // of the largest ball, in the unit of field.steps, or somewhat more; only
                      // parts of the whole need it

  PixelType pixels() const { return limits.empty() ? PixelType::kFloat32 : PixelType::kUint16; }
};

// How distances are measured: by what all options of balls have in common.
template <class OptionsOfBalls>
distance_map::Job field_of(const VolumeSource& in, const OptionsOfBalls& options) {
  distance_map::Options field;
  field.edges = options.edges;
  field.extent = options.extent;
  field.spacing = options.spacing;
  field.threads = options.threads;
  return distance_map::job_of(in, field);
}

// How many of the voxels that count each pixel stands for. That of 0, outside the object, may lack.
struct Counts {
  std::map<float, std::int64_t> voxels;

  void add(Counts other);  // thousands of them: those of a whole go on as they are

  template <class Each>
  static void fields(Each&& field) {
    field("voxels", &Counts::voxels);
  }
};

// T(x) of every voxel, 0 outside the object, of which there may be none, to the sink, which may be
// null. Returns how many of the voxels that count have each pixel. Also what the granulometry by
// balls is made of. Throws as measure() does.
Counts run(const Job& job, const std::string& backend, SliceSink* out, RunReport& report,
           Progress& progress);

// Whether a GPU is worth its while for so many voxels.
GpuUse gpu_for(const Shape& shape);

// The values that balls up to the job's radius fit in.
distance_map::ValueType values_for(const Job& job);

// As far as the largest ball's diameter and a voxel: a ball that covers a voxel has its centre
// within a radius of it, and its background within another.
Reach reach_of(const Job& job);

// Both throw TooNarrow as the distance map's twins do, where the core is the whole; parts are
// computed with values that are wide enough for the job's radius.
class CpuTwin {
 public:
  using Partial = Counts;
  static MemoryUser user(const Job& job);
  static std::int64_t bytes(const Job& job, const Block& block);
  CpuTwin(const Job& job, InstructionSet instructions, const Block& largest);
  Counts compute(const Block& block, CoreSink* out, Progress& progress);

  class Balls;

 private:
  std::shared_ptr<Balls> balls_;  // of the type of values
};

class GpuTwin {
 public:
  using Partial = Counts;
  static MemoryUser user(const Job& job);
  static std::int64_t bytes(const Job& job, const Block& block);
  GpuTwin(const Job& job, Gpu gpu, const Block& largest);
  Counts compute(const Block& block, CoreSink* out, Progress& progress);

  class Balls;

 private:
  std::shared_ptr<Balls> balls_;
};

// By one twin: at once where memory allows; else in blocks, when the largest ball is known.
Counts measure_cpu(InstructionSet instructions, const Job& job, WatchedSink* out,
                   Progress& progress);
Counts measure_cuda(const Job& job, WatchedSink* out, Progress& progress);

// What both say to an object without background.
[[noreturn]] void refuse_infinite(const Job& job);

}  // namespace bitvox::local_thickness
