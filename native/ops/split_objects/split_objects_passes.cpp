// SPDX-License-Identifier: BSD-2-Clause
#include "ops/split_objects/split_objects_passes.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/split_objects/split_objects_pass_order.hpp"

namespace bitvox::split_objects {
namespace {

// Pairs of neighbours come by the thousand for each pass: those that are not higher than what was
// last seen of theirs are left out.
class PassList {
 public:
  void add(std::uint32_t low, std::uint32_t high, std::uint32_t height) {
    Pass& seen = seen_[(low * 31 + high) % kSeen];
    if (seen.low == low && seen.high == high && seen.height >= height) return;
    seen = {low, high, height};
    passes_.push_back(seen);
  }

  std::vector<Pass> take() {
    NoProgress quiet;
    keep_highest(passes_, quiet);
    return std::move(passes_);
  }

 private:
  static constexpr std::uint32_t kSeen = 1024;
  std::array<Pass, kSeen> seen_{};
  std::vector<Pass> passes_;
};

template <class T>
std::vector<Pass> passes_of(const Rows& rows, const Grid& grid, const T* heights,
                            const std::uint32_t* names, int threads, Progress& progress) {
  struct Own {
    Window<std::uint32_t> window;
    std::vector<std::uint8_t> flags;
  };
  const Shape& s = grid.shape();
  const RowParts parts(s);
  std::vector<std::vector<Pass>> found(static_cast<std::size_t>(parts.count()));
  auto [looking, sorting] = progress_parts(progress, 9, 1);
  parallel_for(
      parts.count(), threads, looking,
      [&] {
        return Own{Window<std::uint32_t>(grid, names),
                   std::vector<std::uint8_t>(static_cast<std::size_t>(s.width))};
      },
      [&](Own& own, std::int64_t part) {
        PassList list;
        const std::int64_t z = parts.slice(part);
        for (std::int64_t y = parts.first(part); y < parts.end(part); ++y) {
          if (rows.find_smaller(own.window.at(y, z), s.width, grid.most_axes(), own.flags.data()) ==
              0) {
            continue;
          }
          const std::int64_t first = (z * s.height + y) * s.width;
          for (std::int64_t x = 0; x < s.width; ++x) {
            if (own.flags[static_cast<std::size_t>(x)] == 0) continue;
            const auto voxel = static_cast<std::uint32_t>(first + x);
            const std::uint32_t name = names[voxel];
            grid.neighbours().any(voxel, [&](std::uint32_t other) {
              const std::uint32_t smaller = names[other];
              if (smaller != 0 && smaller < name) {
                list.add(smaller, name, std::min(heights[voxel], heights[other]));
              }
              return false;
            });
          }
        }
        found[static_cast<std::size_t>(part)] = list.take();
      });
  std::vector<Pass> all;
  for (std::vector<Pass>& some : found) {
    sorting.report(0, 1);
    all.insert(all.end(), some.begin(), some.end());
    std::vector<Pass>().swap(some);
  }
  keep_highest(all, sorting);
  sorting.report(1, 1);
  return all;
}

}  // namespace

template <class T>
std::vector<Pass> find_passes(const Rows& rows, const Grid& grid, const T* heights,
                              const std::uint32_t* names, int threads, Progress& progress) {
  return passes_of(rows, grid, heights, names, threads, progress);
}

template std::vector<Pass> find_passes(const Rows&, const Grid&, const std::uint16_t*,
                                       const std::uint32_t*, int, Progress&);
template std::vector<Pass> find_passes(const Rows&, const Grid&, const std::uint32_t*,
                                       const std::uint32_t*, int, Progress&);

}  // namespace bitvox::split_objects
