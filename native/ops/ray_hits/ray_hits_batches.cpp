// SPDX-License-Identifier: BSD-2-Clause
#include "ops/ray_hits/ray_hits_batches.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/threads/onward.hpp"
#include "rays/detector_rays.hpp"

namespace bitvox::ray_hits {
namespace {

// At most `most` rays that rays::part_of() can make one detector of.
std::int64_t batch_of(const Traced& traced, std::int64_t first, std::int64_t most) {
  const std::int64_t left = traced.rays() - first;
  if (!traced.is_detector) return std::min(left, most);
  const std::int64_t width = traced.grid.width;
  const std::int64_t in_row = width - first % width;
  if (in_row < width || most < width) return std::min(in_row, most);
  return std::min(left, most / width * width);
}

class Batches {
 public:
  Batches(const Traced& traced, HitFinder& finder, HitSink& sink, Result& result)
      : traced_(traced), finder_(finder), sink_(sink), result_(result) {}

  void run(std::int64_t& first, Progress& progress) {
    constexpr std::int64_t kMostRays = std::int64_t{1} << 20;
    const std::int64_t rays = traced_.rays();
    std::int64_t most = kMostRays;
    while (first < rays) {
      const std::int64_t count = batch_of(traced_, first, most);
      PhaseProgress here(progress, first, first + count, rays);
      rays::HitLimits limits;
      if (count > 1) limits.hits = traced_.hits_at_once;
      try {
        take(first, find(first, count, limits, here), here);
        first += count;
      } catch (const rays::TooManyHits&) {
        most = std::max<std::int64_t>(1, count / 2);
      }
    }
  }

 private:
  rays::RayHits find(std::int64_t first, std::int64_t count, const rays::HitLimits& limits,
                     Progress& progress) const {
    if (traced_.is_detector) {
      return finder_.find(rays::part_of(traced_.grid, first, count), traced_.winding, limits,
                          progress);
    }
    const auto ends =
        std::span(traced_.ends)
            .subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
    return finder_.find(ends, traced_.winding, limits, progress);
  }

  // What a hit's distance is counted in.
  double length_of(std::int64_t ray) const {
    const double step = traced_.scene.frame.step;
    if (traced_.scene.frame.beam == rays::BeamKind::kParallel) return step;
    const rays::Direction d = traced_.is_detector
                                  ? traced_.grid(ray % traced_.grid.width, ray / traced_.grid.width)
                                  : traced_.ends[static_cast<std::size_t>(ray)];
    const auto x = static_cast<double>(d[0]);
    const auto y = static_cast<double>(d[1]);
    const auto z = static_cast<double>(d[2]);
    const int shift = traced_.is_detector ? traced_.grid.shift : rays::kEndShift;
    return std::ldexp(std::sqrt(x * x + y * y + z * z), -shift) * step;
  }

  void take(std::int64_t first, const rays::RayHits& found, Progress& progress) {
    constexpr std::size_t kAtOnce = 1 << 16;
    const std::vector<std::int64_t>& starts = traced_.first_triangles;
    std::vector<RayHit> hits;
    for (std::int64_t ray = 0; ray < found.rays(); ++ray) {
      const std::span<const rays::Hit> of_ray = found.of(ray);
      if (of_ray.empty()) continue;
      const double length = length_of(first + ray);
      for (const rays::Hit& hit : of_ray) {
        const std::int64_t triangle = hit.triangle();
        const auto mesh = std::upper_bound(starts.begin(), starts.end(), triangle) - 1;
        const double distance = static_cast<double>(hit.distance()) * length + traced_.depth_offset;
        hits.push_back({first + ray, static_cast<float>(distance), triangle - *mesh,
                        static_cast<std::int32_t>(mesh - starts.begin()), hit.leaves()});
      }
      const auto depth = static_cast<std::int64_t>(of_ray.size());
      if (depth > result_.deepest) {
        result_.deepest = depth;
        result_.deepest_ray = first + ray;
      }
      ++result_.rays_hit;
      if (hits.size() >= kAtOnce) {
        sink_.take(hits);
        hits.clear();
        progress.report(1, 1);
      }
    }
    sink_.take(hits);
    result_.hits += found.hits;
    result_.odd_rays += found.odd_rays;
  }

  const Traced& traced_;
  HitFinder& finder_;
  HitSink& sink_;
  Result& result_;
};

}  // namespace

void trace_in_batches(const Traced& traced, HitFinder& finder, std::int64_t& first, HitSink& sink,
                      Result& result, Progress& progress) {
  Onward onward(progress);  // where a batch is done again in parts
  Batches(traced, finder, sink, result).run(first, onward);
}

}  // namespace bitvox::ray_hits
