// SPDX-License-Identifier: BSD-2-Clause
#include "cuda/download.hpp"
#include "rays/lengths_on_gpu.cuh"
#include "rays/path_lengths_cuda.hpp"

namespace bitvox::rays {
namespace {

struct DeviceFrame {
  double origin[3];
  double axes[3][3];
  double step;

  explicit DeviceFrame(const Frame& frame) : step(frame.step) {
    for (std::size_t i = 0; i < 3; ++i) {
      origin[i] = frame.origin[i];
      for (std::size_t k = 0; k < 3; ++k) axes[i][k] = frame.axes[i][k];
    }
  }
};

// As Frame::snap().
__global__ void __launch_bounds__(kBinThreads)
    snap_kernel(const double* places, std::int64_t count, const __grid_constant__ DeviceFrame frame,
                std::int32_t* points) {
  const std::int64_t i = std::int64_t{blockIdx.x} * kBinThreads + threadIdx.x;
  if (i >= count) return;
  double from[3];
  for (int k = 0; k < 3; ++k) from[k] = places[3 * i + k] - frame.origin[k];
  for (int k = 0; k < 3; ++k) {
    const double* const axis = frame.axes[k];
    const double along = from[0] * axis[0] + from[1] * axis[1] + from[2] * axis[2];
    points[3 * i + k] = static_cast<std::int32_t>(llround(along / frame.step));
  }
}

// As to_lengths().
__global__ void __launch_bounds__(kBinThreads)
    to_lengths_kernel(const std::int64_t* sums, int materials, DeviceGrid grid, bool is_parallel,
                      double scale, float* lengths) {
  const std::int64_t pixels = std::int64_t{grid.width} * grid.height;
  const std::int64_t i = std::int64_t{blockIdx.x} * kBinThreads + threadIdx.x;
  if (i >= pixels) return;
  const WholeRay ray = grid.ray(static_cast<std::int32_t>(i % grid.width),
                                static_cast<std::int32_t>(i / grid.width));
  const double unit = is_parallel
                          ? scale
                          : unit_of_ray(static_cast<double>(ray.x), static_cast<double>(ray.y),
                                        static_cast<double>(ray.z), scale);
  for (int m = 0; m < materials; ++m) {
    lengths[m * pixels + i] = length_of_sum(sums[m * pixels + i], unit);
  }
}

}  // namespace

class PathLengthsCuda::Run {
 public:
  Run(const Triangles& triangles, int threads, Progress& progress)
      : threads_(threads), scene_(triangles, staging_, threads, progress) {}

  PathLengths measure(const RayGrid& grid, const std::vector<int>& winding,
                      const PassLimits& limits, Progress& progress) {
    auto [measuring, fetching] = progress_parts(progress, 2, 1);
    const std::int64_t sums = scene_.triangles().material_count * grid.count();
    PathLengths result;
    result.exponent = grid.beam == BeamKind::kParallel ? kDepthExponent : kShareExponent;
    result.odd_rays = lengths_.measure(scene_, rays_of(grid), winding, limits, measuring);
    result.sums.resize(static_cast<std::size_t>(sums));
    cuda::download(reinterpret_cast<const std::uint64_t*>(lengths_.sums()), sums,
                   reinterpret_cast<std::uint64_t*>(result.sums.data()), threads_, staging_,
                   fetching);
    return result;
  }

 private:
  int threads_;
  cuda::Stream stream_;
  cuda::Staging staging_{stream_};
  SceneOnGpu scene_;
  LengthsOnGpu lengths_{stream_};
  cuda::Drain drain_{stream_};
};

PathLengthsCuda::PathLengthsCuda(const Triangles& triangles, int threads, Progress& progress)
    : run_(std::make_unique<Run>(triangles, threads, progress)) {}
PathLengthsCuda::~PathLengthsCuda() = default;

PathLengths PathLengthsCuda::measure(const RayGrid& grid, const std::vector<int>& winding,
                                     const PassLimits& limits, Progress& progress) {
  return run_->measure(grid, winding, limits, progress);
}

class MeshLengthsCuda::Run {
 public:
  Run(const MeshViews& views, int threads, Progress& progress)
      : views_(views), scene_(views.triangles({}), staging_, threads, progress) {
    double* to = places_.reserve(std::max<std::int64_t>(1, 3 * views.vertices()));
    StandingProgress standing(progress);
    for (const meshes::Mesh* mesh : views.meshes()) {
      static_assert(sizeof(meshes::Point) == 3 * sizeof(double));
      const auto count = static_cast<std::int64_t>(mesh->vertices.size());
      cuda::upload(mesh->vertices.data(), count * static_cast<std::int64_t>(sizeof(meshes::Point)),
                   to, threads, staging_, standing);
      to += 3 * count;
    }
  }

  std::int64_t measure(const MeshViews::At& at, float* lengths, Progress& progress) {
    const std::int64_t vertices = views_.vertices();
    cuda::launch(snap_kernel, {std::max(1U, cuda::blocks_for(vertices, kBinThreads)), kBinThreads},
                 stream_, places_.get(), vertices, DeviceFrame(at.frame),
                 reinterpret_cast<std::int32_t*>(scene_.make_vertices(vertices)));
    const RaysOnGpu rays = rays_of(at.grid);
    const std::int64_t odd = lengths_.measure(scene_, rays, at.winding, PassLimits(), progress);
    const int exponent = rays.is_parallel ? kDepthExponent : kShareExponent;
    cuda::launch(to_lengths_kernel, {cuda::blocks_for(at.grid.count(), kBinThreads), kBinThreads},
                 stream_, lengths_.sums(), views_.materials(), rays.grid, rays.is_parallel,
                 length_scale(at.grid, at.frame, exponent), lengths);
    stream_.wait();
    return odd;
  }

 private:
  const MeshViews& views_;
  cuda::Stream stream_;
  cuda::Staging staging_{stream_};
  SceneOnGpu scene_;
  GrowingBuffer<double> places_;
  LengthsOnGpu lengths_{stream_};
  cuda::Drain drain_{stream_};
};

MeshLengthsCuda::MeshLengthsCuda(const MeshViews& views, int threads, Progress& progress)
    : run_(std::make_unique<Run>(views, threads, progress)) {}
MeshLengthsCuda::~MeshLengthsCuda() = default;

std::int64_t MeshLengthsCuda::bytes(const MeshViews& views, std::int64_t pixels) {
  constexpr std::int64_t kOfVertex = sizeof(Point) + sizeof(meshes::Point);
  constexpr std::int64_t kOfTriangle = sizeof(Corners) + sizeof(DeviceBox) + 16;  // tiles
  constexpr std::int64_t kOfRay = sizeof(std::int64_t) + sizeof(std::int32_t);
  const std::int64_t triangles = views.triangles({}).count();
  return kOfVertex * views.vertices() + kOfTriangle * triangles +
         kOfRay * pixels * views.materials();
}

std::int64_t MeshLengthsCuda::measure(const MeshViews::At& at, float* lengths, Progress& progress) {
  return run_->measure(at, lengths, progress);
}

}  // namespace bitvox::rays
