// SPDX-License-Identifier: BSD-2-Clause
#include "rays/ray_hits.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <utility>

#include "rays/cell_layout.hpp"
#include "rays/scan_tiles.hpp"

namespace bitvox::rays {
namespace {

// Comes after all hits: one at the end of its ray, or beyond.
constexpr Hit kBeyond{~std::uint64_t{0}};

bool is_before(const Hit& a, const Hit& b) { return a.key < b.key; }

// Most rays have few hits.
void sort_hits(Hit* first, Hit* last) {
  constexpr std::ptrdiff_t kFew = 24;
  if (last - first > kFew) {
    std::sort(first, last, is_before);
    return;
  }
  for (Hit* at = first + 1; at < last; ++at) {
    const Hit hit = *at;
    Hit* to = at;
    for (; to > first && is_before(hit, to[-1]); --to) *to = to[-1];
    *to = hit;
  }
}

// What passes before the last one have found on the rays of a tile.
struct Kept {
  std::unique_ptr<Hit[]> hits;
  std::vector<std::uint64_t> starts;  // of each ray, and the end
  std::vector<std::int32_t> sums;     // of each material and ray
};

// Takes the hits of tiles. Layout: see scan_tiles.hpp.
template <bool kIsParallel, class Layout>
class HitTaker {
 public:
  HitTaker(const Triangles& triangles, const Layout& layout, int shift,
           const std::vector<int>& winding, std::int64_t limit, RayHits& result)
      : triangles_(triangles),
        layout_(layout),
        shift_(shift),
        fine_(static_cast<double>(std::int64_t{1} << shift)),
        winding_(winding),
        limit_(limit),
        result_(result),
        kept_(static_cast<std::size_t>(TileGrid(layout.view()).count())) {}

  void take(TileWork& work, std::int64_t tile, bool is_last) {
    Kept& kept = kept_[static_cast<std::size_t>(tile)];
    const std::size_t rays = work.rays.count();
    count(work, kept);
    Kept now{std::unique_ptr<Hit[]>(new Hit[work.counts[rays]]), work.counts, work.sums};
    total_ +=
        static_cast<std::int64_t>(now.starts[rays] - (kept.starts.empty() ? 0 : kept.starts[rays]));
    if (total_ > limit_) throw TooManyHits();
    if (!kept.starts.empty()) {
      for (std::size_t ray = 0; ray < rays; ++ray) {
        const Hit* from = kept.hits.get() + kept.starts[ray];
        const Hit* to = kept.hits.get() + kept.starts[ray + 1];
        std::copy(from, to, now.hits.get() + work.counts[ray]);
        work.counts[ray] += static_cast<std::uint64_t>(to - from);
      }
    }
    store(work, now.hits.get());
    if (is_last) {
      finish(tile, rays, std::move(now));
      kept = Kept();
    } else {
      kept = std::move(now);
    }
  }

  // After the last tile.
  void add_up() {
    result_.hits += stored_;
    result_.deepest = std::max(result_.deepest, deepest_.load());
    result_.odd_rays += odd_;
  }

 private:
  std::int32_t* sums_of(TileWork& work, int material) const {
    return work.sums.data() + static_cast<std::size_t>(material) * (work.rays.count() + 1);
  }

  // Makes work.counts where each ray's hits begin, those of passes before included, and work.sums
  // the signed numbers of hits.
  void count(TileWork& work, const Kept& kept) const {
    const std::size_t rays = work.rays.count();
    work.counts.assign(rays + 1, 0);
    work.sums.assign(static_cast<std::size_t>(triangles_.material_count) * (rays + 1), 0);
    // What begins and ends where; sums of that are what there is.
    for (const Run& run : work.runs) {
      ++work.counts[run.first];
      --work.counts[run.end];
      const int sign = work.seen[run.slot].leaves ? 1 : -1;
      std::int32_t* sums = sums_of(work, triangles_.materials[work.numbers[run.slot]]);
      sums[run.first] += sign;
      sums[run.end] -= sign;
    }
    for (int material = 0; material < triangles_.material_count; ++material) {
      std::int32_t* sums = sums_of(work, material);
      for (std::size_t ray = 1; ray < rays; ++ray) sums[ray] += sums[ray - 1];
      sums[rays] = 0;
    }
    std::uint64_t here = 0;
    std::uint64_t start = 0;
    for (std::size_t ray = 0; ray < rays; ++ray) {
      here += work.counts[ray];
      work.counts[ray] = start;
      start += here;
      if (!kept.starts.empty()) start += kept.starts[ray + 1] - kept.starts[ray];
    }
    work.counts[rays] = start;
    for (std::size_t i = 0; i < kept.sums.size(); ++i) work.sums[i] += kept.sums[i];
  }

  void store(TileWork& work, Hit* hits) const {
    const TileRays& rays = work.rays;
    for (const Run& run : work.runs) {
      const SeenTriangle& seen = work.seen[run.slot];
      const std::uint32_t number = work.numbers[run.slot];
      for (std::uint32_t ray = run.first; ray < run.end; ++ray) {
        Hit& hit = hits[work.counts[ray]++];
        double distance;
        if constexpr (kIsParallel) {
          distance = depth_on_line(seen, rays.x[ray], rays.y[ray], 1 / fine_);
        } else {
          distance =
              share_of_ray(seen, rays.x[ray], rays.y[ray], rays.z[ray], rays.magnitude[ray], fine_);
          if (!is_before_end(seen, distance, rays.x[ray], rays.y[ray], rays.z[ray], shift_)) {
            hit = kBeyond;
            continue;
          }
        }
        hit.key =
            key_of(std::bit_cast<std::uint32_t>(static_cast<float>(distance)), number, seen.leaves);
      }
    }
  }

  void finish(std::int64_t tile, std::size_t rays, Kept all) {
    std::int64_t deepest = 0;
    std::int64_t stored = 0;
    std::int64_t odd = 0;
    for (std::size_t ray = 0; ray < rays; ++ray) {
      Hit* first = all.hits.get() + all.starts[ray];
      Hit* last = all.hits.get() + all.starts[ray + 1];
      odd += is_odd(all.sums, rays, ray) ? 1 : 0;
      if (first == last) continue;
      sort_hits(first, last);
      while (last > first && last[-1].key == kBeyond.key) --last;
      result_.set(layout_.number(tile, ray), {first, last});
      stored += last - first;
      deepest = std::max<std::int64_t>(deepest, last - first);
    }
    stored_ += stored;
    odd_ += odd;
    const std::lock_guard lock(mutex_);
    deepest_ = std::max(deepest_.load(), deepest);
    if (stored > 0) result_.keep(std::move(all.hits));
  }

  bool is_odd(const std::vector<std::int32_t>& sums, std::size_t rays, std::size_t ray) const {
    for (std::size_t material = 0; material < static_cast<std::size_t>(triangles_.material_count);
         ++material) {
      const int expected = winding_.empty() ? 0 : winding_[material];
      if (sums[material * (rays + 1) + ray] != expected) return true;
    }
    return false;
  }

  const Triangles& triangles_;
  const Layout& layout_;
  int shift_;
  double fine_;
  const std::vector<int>& winding_;
  std::int64_t limit_;
  RayHits& result_;
  std::vector<Kept> kept_;
  std::atomic<std::int64_t> total_{0};
  std::atomic<std::int64_t> stored_{0};
  std::atomic<std::int64_t> deepest_{0};
  std::atomic<std::int64_t> odd_{0};
  std::mutex mutex_;
};

template <bool kIsParallel, class Layout>
void find(const Triangles& triangles, const Layout& layout, int shift,
          const std::vector<int>& winding, const HitLimits& limits, int threads, Progress& progress,
          RayHits& result) {
  HitTaker<kIsParallel, Layout> taker(triangles, layout, shift, winding, limits.hits - result.hits,
                                      result);
  scan_tiles<kIsParallel>(
      triangles, layout, limits.pass, threads, progress,
      [&](TileWork& work, std::int64_t tile, bool is_last) { taker.take(work, tile, is_last); });
  taker.add_up();
}

}  // namespace

RayHits find_hits(const Triangles& triangles, const RayGrid& grid, const std::vector<int>& winding,
                  const HitLimits& limits, int threads, Progress& progress) {
  RayHits result(grid.count());
  const GridLayout layout(grid);
  if (grid.beam == BeamKind::kParallel) {
    find<true>(triangles, layout, grid.shift, winding, limits, threads, progress, result);
  } else {
    find<false>(triangles, layout, grid.shift, winding, limits, threads, progress, result);
  }
  return result;
}

RayHits find_hits(const Triangles& triangles, std::span<const Direction> ends,
                  const std::vector<int>& winding, const HitLimits& limits, int threads,
                  Progress& progress) {
  const auto count = static_cast<std::int64_t>(ends.size());
  RayHits result(count);
  std::vector<std::vector<std::uint32_t>> of_faces(kFaces);
  for (std::size_t ray = 0; ray < ends.size(); ++ray) {
    const int face = face_of(ends[ray]);
    if (face >= 0)
      of_faces[static_cast<std::size_t>(face)].push_back(static_cast<std::uint32_t>(ray));
  }
  std::int64_t done = 0;
  for (int face = 0; face < kFaces; ++face) {
    std::vector<std::uint32_t>& rays = of_faces[static_cast<std::size_t>(face)];
    if (rays.empty()) continue;
    const std::int64_t end = done + static_cast<std::int64_t>(rays.size());
    PhaseProgress here(progress, done, end, count);
    const CellLayout layout(face, ends, std::move(rays));
    find<false>(triangles, layout, kEndShift, winding, limits, threads, here, result);
    done = end;
  }
  return result;
}

}  // namespace bitvox::rays
