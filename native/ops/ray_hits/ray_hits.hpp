// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "core/options/range.hpp"
#include "core/options/run_options.hpp"
#include "core/threads/progress.hpp"
#include "meshes/mesh_set.hpp"
#include "rays/beam_geometry.hpp"
#include "rays/ray_hits.hpp"
#include "rays/scene.hpp"

namespace bitvox::ray_hits {

// Where rays meet surfaces: all hits of all triangles on each ray, sorted by distance.
//
// Rays go from a point to given ends, or through the pixels of a detector, from a point or
// parallel. Vertices are rounded to a grid of cubes whose edge is a power of two of the unit of
// length, the finest with which everything is within 2^26 of them. On it hits are exact: on every
// ray of a closed mesh their signed number is how often the mesh winds around the source. A ray
// ends at its end, where a hit is none.
//
// The idea is that of A.-L. Perrotte and G. Saupin, "Fast GPU perspective grid construction and
// triangle tracing for exhaustive ray tracing of highly coherent rays", GPUScA 2010.
struct Options : RunOptions {
  rays::Detector detector;  // around the middle of the meshes' box
  // Of rays to given ends.
  double source_x = 0;
  double source_y = 0;
  double source_z = 0;

  template <class Each>
  static void fields(Each&& field) {
    constexpr double kFar = 1e12;
    field("detector", &Options::detector);
    field("source_x", &Options::source_x, within(-kFar, kFar));
    field("source_y", &Options::source_y, within(-kFar, kFar));
    field("source_z", &Options::source_z, within(-kFar, kFar));
    RunOptions::fields(field);
  }
};

struct Result {
  // Of each mesh.
  std::vector<std::int64_t> triangles;
  std::vector<std::int64_t> open_edges;  // of one triangle, or not of equally many each way
  std::vector<std::int32_t> winding;     // how often it winds around the source
  std::vector<std::string> faults;       // a sentence, or nothing if it is closed

  double step = 0;           // edge of the grid's cubes
  std::int64_t flat = 0;     // triangles without area on the grid
  std::int64_t touched = 0;  // triangles that the source lies on
  std::int64_t rays = 0;
  std::int64_t without_length = 0;  // rays that end at the source
  std::int64_t rays_hit = 0;
  std::int64_t hits = 0;
  std::int64_t deepest = 0;      // the most hits of a ray
  std::int64_t deepest_ray = 0;  // the first such ray, from 0
  std::int64_t odd_rays = 0;     // whose signed number of hits is not the winding number
  RunReport run;

  template <class Each>
  static void fields(Each&& field) {
    field("triangles", &Result::triangles);
    field("open_edges", &Result::open_edges);
    field("winding", &Result::winding);
    field("faults", &Result::faults);
    field("step", &Result::step);
    field("flat", &Result::flat);
    field("touched", &Result::touched);
    field("rays", &Result::rays);
    field("without_length", &Result::without_length);
    field("rays_hit", &Result::rays_hit);
    field("hits", &Result::hits);
    field("deepest", &Result::deepest);
    field("deepest_ray", &Result::deepest_ray);
    field("odd_rays", &Result::odd_rays);
    field("run", &Result::run);
  }
};

struct RayHit {
  std::int64_t ray;  // from 0
  float distance;    // in the unit of the meshes; of a parallel beam from the middle of their box
  std::int64_t triangle;  // of its mesh, from 0
  std::int32_t mesh;      // from 0
  bool leaves;
};

// Takes the hits of some rays after the other, each sorted.
class HitSink {
 public:
  virtual ~HitSink() = default;
  virtual void take(std::span<const RayHit> hits) = 0;
};

// ends: of rays from the options' source; null for a detector. The meshes are freed as soon as they
// are not needed. The same hits in the same order for any backend and number of threads. Throws
// InvalidInput (options; ends that are not finite), Cancelled, HostOutOfMemory, DeviceError, and
// what the sink throws.
Result trace(meshes::MeshSet set, const std::vector<rays::Vector>* ends, const Options& options,
             HitSink& sink, Progress& progress);

// The same of files. rays: a table with the columns x, y, z, or "" for a detector. output: one that
// has the columns Ray, Distance, Mesh, Triangle and Side (kCsv: numbers count from 1; +1 where a
// ray leaves, -1 where it enters), or 16 bytes a hit (kBinary, little-endian, numbers count from 0:
// 32-bit ray, 32-bit float distance, 32-bit triangle, 16-bit mesh, 16-bit side, 1 where the ray
// leaves); "" for none. Throws InvalidInput about files, too.
enum class Format { kCsv, kBinary };
struct Files {
  std::string rays;
  std::string output;
  Format format = Format::kCsv;
};
Result trace(meshes::MeshSet set, const Files& files, const Options& options, Progress& progress);

// x, y, z in each line, below a heading or without.
std::vector<rays::Vector> read_ends(const std::string& path, Progress& progress);

// ---- Between the files of this folder --------------------------------------------------------

// Rays, in the order in which they are computed.
struct Traced {
  rays::Scene scene;
  std::vector<std::int64_t> first_triangles;  // of each mesh, and the end
  bool is_detector = true;
  rays::RayGrid grid;
  std::vector<rays::Direction> ends;
  double depth_offset = 0;  // of a parallel beam: its distances are depths and this
  std::vector<int> winding;
  std::int64_t hits_at_once = 0;

  std::int64_t rays() const {
    return is_detector ? grid.count() : static_cast<std::int64_t>(ends.size());
  }
};
// Compute rays from number `first` on, as many at a time as fit, and add them to the result. first
// is moved on when hits have left: a twin goes on where another one had to stop.
void trace_cpu(const Traced& traced, int threads, std::int64_t& first, HitSink& sink,
               Result& result, Progress& progress);
void trace_cuda(const Traced& traced, int threads, std::int64_t& first, HitSink& sink,
                Result& result, Progress& progress);

}  // namespace bitvox::ray_hits
