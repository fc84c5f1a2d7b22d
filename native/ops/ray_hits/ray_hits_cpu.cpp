// SPDX-License-Identifier: BSD-2-Clause
#include "core/threads/parallel.hpp"
#include "ops/ray_hits/ray_hits_batches.hpp"

namespace bitvox::ray_hits {
namespace {

class HitFinderCpu final : public HitFinder {
 public:
  HitFinderCpu(const rays::Triangles& triangles, int threads)
      : triangles_(triangles), threads_(threads) {}

  rays::RayHits find(const rays::RayGrid& grid, const std::vector<int>& winding,
                     const rays::HitLimits& limits, Progress& progress) override {
    return rays::find_hits(triangles_, grid, winding, limits, threads_, progress);
  }
  rays::RayHits find(std::span<const rays::Direction> ends, const std::vector<int>& winding,
                     const rays::HitLimits& limits, Progress& progress) override {
    return rays::find_hits(triangles_, ends, winding, limits, threads_, progress);
  }

 private:
  rays::Triangles triangles_;
  int threads_;
};

}  // namespace

void trace_cpu(const Traced& traced, int threads, std::int64_t& first, HitSink& sink,
               Result& result, Progress& progress) {
  HitFinderCpu finder(traced.scene.triangles(), thread_count(threads));
  trace_in_batches(traced, finder, first, sink, result, progress);
}

}  // namespace bitvox::ray_hits
