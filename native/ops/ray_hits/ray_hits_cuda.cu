// SPDX-License-Identifier: BSD-2-Clause
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/ray_hits/ray_hits_batches.hpp"
#include "rays/ray_hits_cuda.hpp"

namespace bitvox::ray_hits {
namespace {

class OnGpu final : public HitFinder {
 public:
  OnGpu(const rays::Triangles& triangles, int threads, Progress& progress)
      : finder_(triangles, threads, progress) {}

  rays::RayHits find(const rays::RayGrid& grid, const std::vector<int>& winding,
                     const rays::HitLimits& limits, Progress& progress) override {
    return finder_.find(grid, winding, limits, progress);
  }
  rays::RayHits find(std::span<const rays::Direction> ends, const std::vector<int>& winding,
                     const rays::HitLimits& limits, Progress& progress) override {
    return finder_.find(ends, winding, limits, progress);
  }

 private:
  rays::HitFinderCuda finder_;
};

}  // namespace

void trace_cuda(const Traced& traced, int threads, std::int64_t& first, HitSink& sink,
                Result& result, Progress& progress) {
  auto [uploading, tracing] = progress_parts(progress, 1, 20);
  OnGpu finder(traced.scene.triangles(), thread_count(threads), uploading);
  trace_in_batches(traced, finder, first, sink, result, tracing);
}

}  // namespace bitvox::ray_hits
