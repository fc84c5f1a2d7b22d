// SPDX-License-Identifier: BSD-2-Clause
#include "cuda/download.hpp"
#include "rays/lengths_on_gpu.cuh"
#include "rays/path_lengths_cuda.hpp"

namespace bitvox::rays {

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

}  // namespace bitvox::rays
