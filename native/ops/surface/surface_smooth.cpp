// SPDX-License-Identifier: BSD-2-Clause
#include "ops/surface/surface_smooth.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>
#include <vector>

#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"

namespace bitvox::surface {
namespace {

constexpr double kThere = 0.5;
constexpr double kBack = -0.53;
constexpr std::int64_t kItemsAtOnce = 1 << 15;  // vertices or triangles a task

std::int64_t tasks_of(std::int64_t count) { return (count + kItemsAtOnce - 1) / kItemsAtOnce; }

template <class Body>
void in_parts(std::int64_t count, int threads, Progress& progress, const Body& body) {
  parallel_for(tasks_of(count), threads, progress, [&](std::int64_t task) {
    body(task * kItemsAtOnce, std::min(count, (task + 1) * kItemsAtOnce));
  });
}

// The neighbours of each vertex. As the mesh is closed, a triangle's side from a to b is all that
// is needed to know b as a neighbour of a, once. Their order depends on the threads; sums do not.
class Neighbours {
 public:
  Neighbours(const SurfaceMesh& mesh, int threads, Progress& progress)
      : ends_(static_cast<std::size_t>(mesh.vertex_count + 1)),
        list_(aligned_array<std::uint32_t>(3 * mesh.triangle_count)) {
    auto [counting, listing] = progress_parts(progress, 1, 1);
    each_side(mesh, threads, counting, [&](std::uint32_t from, std::uint32_t) {
      std::atomic_ref(ends_[from]).fetch_add(1, std::memory_order_relaxed);
    });
    std::uint64_t all = 0;
    for (std::uint64_t& end : ends_) all = end += all;
    each_side(mesh, threads, listing, [&](std::uint32_t from, std::uint32_t to) {
      list_[static_cast<std::size_t>(
          std::atomic_ref(ends_[from]).fetch_sub(1, std::memory_order_relaxed) - 1)] = to;
    });
  }

  const std::uint32_t* begin(std::int64_t vertex) const {
    return list_.get() + ends_[static_cast<std::size_t>(vertex)];
  }
  const std::uint32_t* end(std::int64_t vertex) const { return begin(vertex + 1); }

 private:
  template <class Take>
  static void each_side(const SurfaceMesh& mesh, int threads, Progress& progress,
                        const Take& take) {
    in_parts(mesh.triangle_count, threads, progress, [&](std::int64_t first, std::int64_t end) {
      for (std::int64_t t = first; t < end; ++t) {
        const Triangle& corners = mesh.corners[static_cast<std::size_t>(t)];
        for (std::size_t k = 0; k < 3; ++k) take(corners[k], corners[(k + 1) % 3]);
      }
    });
  }

  std::vector<std::uint64_t> ends_;  // at first where lists end, then where they begin
  AlignedArray<std::uint32_t> list_;
};

// The sums are whole numbers, so that their order does not matter.
GridPoint moved(const GridPoint* points, const Neighbours& neighbours, std::int64_t vertex,
                double part) {
  std::array<std::int64_t, 3> sum{};
  for (const std::uint32_t* n = neighbours.begin(vertex); n != neighbours.end(vertex); ++n) {
    for (std::size_t k = 0; k < 3; ++k) sum[k] += points[*n][k];
  }
  const std::int64_t count = neighbours.end(vertex) - neighbours.begin(vertex);
  GridPoint point = points[vertex];
  for (std::size_t k = 0; k < 3; ++k) {
    const std::int64_t way = sum[k] - count * point[k];
    const double step = part * static_cast<double>(way) / static_cast<double>(count);
    point[k] += static_cast<std::int32_t>(std::floor(step + 0.5));
  }
  return point;
}

}  // namespace

std::int64_t bytes_of_smoothing(std::int64_t vertices, std::int64_t triangles) {
  return 20 * vertices + 12 * triangles;
}

void smooth(SurfaceMesh& mesh, int times, int threads, Progress& progress) {
  if (times == 0) return;
  auto [listing, moving] = progress_parts(progress, 2, times);
  const Neighbours neighbours(mesh, threads, listing);
  AlignedArray<GridPoint> next = aligned_array<GridPoint>(mesh.vertex_count);
  for (int step = 0; step < 2 * times; ++step) {
    PhaseProgress phase(moving, step, step + 1, 2 * times);
    in_parts(mesh.vertex_count, threads, phase, [&](std::int64_t first, std::int64_t end) {
      for (std::int64_t v = first; v < end; ++v) {
        next[static_cast<std::size_t>(v)] =
            moved(mesh.points.get(), neighbours, v, step % 2 == 0 ? kThere : kBack);
      }
    });
    std::swap(next, mesh.points);
  }
}

}  // namespace bitvox::surface
