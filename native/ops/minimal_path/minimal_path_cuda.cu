// SPDX-License-Identifier: BSD-2-Clause
#include <optional>

#include "core/memory/aligned_array.hpp"
#include "ops/minimal_path/minimal_path_twins.hpp"
#include "paths/path_sums_cuda.hpp"

namespace bitvox::minimal_path {
namespace {

// Whole maps, whatever the goal: the GPU knows no order in which words become final. They stay
// there but for what is asked for.
template <class Word, class Cost>
class MapsCuda final : public Maps<Word> {
 public:
  MapsCuda(const geodesic::Problem<Word, Cost>& problem, int threads, Progress& progress)
      : voxels_(problem.grid.voxels()),
        sums_(paths::sums_cuda(kDeviceUser, problem.grid, problem.sum, problem.costs, threads,
                               progress)) {}

  void find(std::int64_t root, std::int64_t /*goal*/, Progress& progress) override {
    sums_->settle_from(root, progress);
    map_.emplace(
        voxels_,
        [this](std::int64_t first, std::int64_t count, Word* to) { sums_->read(first, count, to); },
        [this] {
          words_ = aligned_array<Word>(voxels_);
          sums_->read_all(words_.get(), *fetching_);
          return words_.get();
        });
  }

  paths::SumMap<Word>& sums(Progress& progress) override {
    fetching_ = &progress;
    return *map_;
  }

  Word largest(Progress& progress) override { return sums_->largest(progress); }

 private:
  std::int64_t voxels_;
  std::unique_ptr<paths::SumsCuda<Word>> sums_;
  std::optional<paths::SumMap<Word>> map_;
  AlignedArray<Word> words_;  // if all of the map is asked for
  Progress* fetching_ = nullptr;
};

}  // namespace

template <class Word, class Cost>
std::unique_ptr<Maps<Word>> maps_cuda(const geodesic::Problem<Word, Cost>& problem, int threads,
                                      Progress& progress) {
  return std::make_unique<MapsCuda<Word, Cost>>(problem, threads, progress);
}

template std::unique_ptr<Maps<std::uint32_t>> maps_cuda(
    const geodesic::Problem<std::uint32_t, std::uint8_t>&, int, Progress&);
template std::unique_ptr<Maps<std::uint32_t>> maps_cuda(
    const geodesic::Problem<std::uint32_t, std::uint16_t>&, int, Progress&);
template std::unique_ptr<Maps<std::uint64_t>> maps_cuda(
    const geodesic::Problem<std::uint64_t, std::uint8_t>&, int, Progress&);
template std::unique_ptr<Maps<std::uint64_t>> maps_cuda(
    const geodesic::Problem<std::uint64_t, std::uint16_t>&, int, Progress&);

}  // namespace bitvox::minimal_path
