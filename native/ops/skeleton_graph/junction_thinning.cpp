// SPDX-License-Identifier: BSD-2-Clause
#include "ops/skeleton_graph/junction_thinning.hpp"

#include <algorithm>
#include <bit>

#include "ops/skeleton_graph/simple_point.hpp"

namespace bitvox::skeleton_graph {
namespace {

using Voxels = std::vector<std::int64_t>;

void sort_without_repeats(Voxels& voxels) {
  std::sort(voxels.begin(), voxels.end());
  voxels.erase(std::unique(voxels.begin(), voxels.end()), voxels.end());
}

class Thinning {
 public:
  Thinning(const Tracer& tracer, std::vector<bool>& stays, Progress& progress)
      : tracer_(tracer),
        stays_(stays),
        steps_(progress),
        listed_(static_cast<std::size_t>(tracer.voxels().count())) {}

  // All voxels of the junctions that have one of these.
  Voxels junctions_of(const Voxels& some) {
    Voxels all;
    const auto list = [&](std::int64_t i) {
      if (tracer_.kind(i) == Kind::kJunction && !listed_[static_cast<std::size_t>(i)]) {
        listed_[static_cast<std::size_t>(i)] = true;
        all.push_back(i);
      }
    };
    std::for_each(some.begin(), some.end(), list);
    for (std::size_t next = 0; next < all.size(); ++next) {
      const auto near = tracer_.voxels().neighbours(all[next]);
      std::for_each(near.begin(), near.end(), list);
      steps_.add();
    }
    std::sort(all.begin(), all.end());
    return all;
  }

  // Deletes what is redundant of these, one after the other. Returns the listed voxels beside what
  // was deleted: no other one can have become redundant.
  Voxels thin(const Voxels& voxels) {
    Voxels beside;
    for (const std::int64_t i : voxels) {
      steps_.add();
      if (is_redundant(i)) {
        stays_[static_cast<std::size_t>(i)] = false;
        for (const std::int64_t n : tracer_.voxels().neighbours(i)) {
          if (listed_[static_cast<std::size_t>(n)]) {
            beside.push_back(n);
          }
        }
      }
    }
    sort_without_repeats(beside);
    return beside;
  }

 private:
  bool is_redundant(std::int64_t i) const {
    if (!stays_[static_cast<std::size_t>(i)]) {
      return false;
    }
    const VoxelPosition& centre = tracer_.voxels().position(i);
    std::uint32_t around = 0;
    for (const std::int64_t n : tracer_.voxels().neighbours(i)) {
      if (stays_[static_cast<std::size_t>(n)]) {
        const VoxelPosition& at = tracer_.voxels().position(n);
        around |= neighbour_bit(at.x - centre.x, at.y - centre.y, at.z - centre.z);
      }
    }
    const bool is_end_point = std::popcount(around) < 2;
    return !is_end_point && is_simple(around);
  }

  const Tracer& tracer_;
  std::vector<bool>& stays_;
  Steps steps_;
  std::vector<bool> listed_;
};

}  // namespace

void thin_junctions(const Tracer& tracer, std::vector<std::int64_t> met, std::vector<bool>& stays,
                    Progress& progress) {
  sort_without_repeats(met);
  Thinning thinning(tracer, stays, progress);
  Voxels left = thinning.junctions_of(met);
  thinning.thin(met);
  while (!left.empty()) {
    left = thinning.thin(left);
  }
}

}  // namespace bitvox::skeleton_graph
