// SPDX-License-Identifier: BSD-2-Clause
#include "ops/geodesic/geodesic_twins.hpp"
#include "paths/path_sums_cuda.hpp"

namespace bitvox::geodesic {
namespace {

template <class Word, class Cost>
class DistancesCuda final : public Distances<Word> {
 public:
  DistancesCuda(const Problem<Word, Cost>& problem, int threads, Progress& progress)
      : sums_(paths::sums_cuda(kDeviceUser, problem.grid, problem.sum, problem.costs, threads,
                               progress)) {}

  void find(Word* words, Progress& progress) override { sums_->settle(words, progress); }

 private:
  std::unique_ptr<paths::SumsCuda<Word>> sums_;
};

}  // namespace

template <class Word, class Cost>
std::unique_ptr<Distances<Word>> distances_cuda(const Problem<Word, Cost>& problem, int threads,
                                                Progress& progress) {
  return std::make_unique<DistancesCuda<Word, Cost>>(problem, threads, progress);
}

template std::unique_ptr<Distances<std::uint32_t>> distances_cuda(
    const Problem<std::uint32_t, std::uint8_t>&, int, Progress&);
template std::unique_ptr<Distances<std::uint32_t>> distances_cuda(
    const Problem<std::uint32_t, std::uint16_t>&, int, Progress&);
template std::unique_ptr<Distances<std::uint64_t>> distances_cuda(
    const Problem<std::uint64_t, std::uint8_t>&, int, Progress&);
template std::unique_ptr<Distances<std::uint64_t>> distances_cuda(
    const Problem<std::uint64_t, std::uint16_t>&, int, Progress&);

}  // namespace bitvox::geodesic
