// SPDX-License-Identifier: BSD-2-Clause
#include "ops/minimal_path/minimal_path_twins.hpp"
#include "paths/path_sums_cuda.hpp"

namespace bitvox::minimal_path {
namespace {

// Whole maps, whatever the goal: the GPU knows no order in which words become final.
template <class Word, class Cost>
class MapsCuda final : public Maps<Word> {
 public:
  MapsCuda(const geodesic::Problem<Word, Cost>& problem, int threads, Progress& progress)
      : sums_(paths::sums_cuda(kDeviceUser, problem.grid, problem.sum, problem.costs, threads,
                               progress)) {}

  void find(Word* words, std::int64_t /*goal*/, Progress& progress) override {
    sums_->settle(words, progress);
  }

 private:
  std::unique_ptr<paths::SumsCuda<Word>> sums_;
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
