// SPDX-License-Identifier: BSD-2-Clause
#include "rays/path_lengths.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>

#include "rays/length_sums.hpp"
#include "rays/scan_tiles.hpp"

namespace bitvox::rays {
namespace {

template <bool kIsParallel>
void measure(const Triangles& triangles, const RayGrid& grid, const std::vector<int>& winding,
             const PassLimits& limits, int threads, Progress& progress, PathLengths& result) {
  const GridLayout layout(grid);
  const double fine = static_cast<double>(std::int64_t{1} << grid.shift);
  const auto materials = static_cast<std::size_t>(triangles.material_count);
  const auto pixels = static_cast<std::size_t>(grid.count());
  // Of each material and ray, the signed number of hits: those of a pass are added to it.
  std::vector<std::int32_t> all_sums(materials * pixels);
  std::atomic<std::int64_t> odd_rays{0};
  scan_tiles<kIsParallel>(
      triangles, layout, limits, threads, progress,
      [&](TileWork& work, std::int64_t tile, bool is_last) {
        const TileRays& rays = work.rays;
        const auto number = [&](std::size_t ray) {
          return static_cast<std::size_t>(layout.number(tile, ray));
        };
        for (const Run& run : work.runs) {
          const SeenTriangle& seen = work.seen[run.slot];
          const std::size_t first =
              triangles.materials[work.numbers[run.slot]] * pixels + number(run.first);
          const int sign = seen.leaves ? 1 : -1;
          for (std::uint32_t ray = run.first; ray < run.end; ++ray) {
            const std::size_t at = first + (ray - run.first);  // a run is part of a row
            std::int64_t length;
            if constexpr (kIsParallel) {
              length = length_of_depth(depth_on_line(seen, rays.x[ray], rays.y[ray], 1 / fine));
            } else {
              length = length_of_share(share_of_ray(seen, rays.x[ray], rays.y[ray], rays.z[ray],
                                                    rays.magnitude[ray], fine));
            }
            result.sums[at] += sign * length;
            all_sums[at] += sign;
          }
        }
        if (!is_last) return;
        std::int64_t odd = 0;
        for (std::size_t ray = 0; ray < rays.count(); ++ray) {
          bool is_odd = false;
          for (std::size_t material = 0; material < materials; ++material) {
            const int expected = winding.empty() ? 0 : winding[material];
            is_odd = is_odd || all_sums[material * pixels + number(ray)] != expected;
          }
          odd += is_odd ? 1 : 0;
        }
        odd_rays += odd;
      });
  result.odd_rays = odd_rays;
}

}  // namespace

PathLengths path_lengths(const Triangles& triangles, const RayGrid& grid,
                         const std::vector<int>& winding, const PassLimits& limits, int threads,
                         Progress& progress) {
  PathLengths result;
  result.sums.resize(static_cast<std::size_t>(triangles.material_count) *
                     static_cast<std::size_t>(grid.count()));
  if (grid.beam == BeamKind::kParallel) {
    result.exponent = kDepthExponent;
    measure<true>(triangles, grid, winding, limits, threads, progress, result);
  } else {
    result.exponent = kShareExponent;
    measure<false>(triangles, grid, winding, limits, threads, progress, result);
  }
  return result;
}

double length_scale(const RayGrid& grid, const Frame& frame, int exponent) {
  return std::ldexp(frame.step, -exponent - (grid.beam == BeamKind::kCone ? grid.shift : 0));
}

void to_lengths(const PathLengths& lengths, const RayGrid& grid, const Frame& frame, int threads,
                float* images, Progress& progress) {
  const double scale = length_scale(grid, frame, lengths.exponent);
  const std::int64_t materials =
      static_cast<std::int64_t>(lengths.sums.size()) / std::max<std::int64_t>(1, grid.count());
  parallel_for(materials * grid.height, threads, progress, [&](std::int64_t line) {
    const std::int64_t* sums = lengths.sums.data() + line * grid.width;
    float* const image = images + line * grid.width;
    for (std::int64_t column = 0; column < grid.width; ++column) {
      double unit = scale;
      if (grid.beam == BeamKind::kCone) {
        const Direction d = grid(column, line % grid.height);
        unit = unit_of_ray(static_cast<double>(d[0]), static_cast<double>(d[1]),
                           static_cast<double>(d[2]), scale);
      }
      image[column] = length_of_sum(sums[column], unit);
    }
  });
}

}  // namespace bitvox::rays
