// SPDX-License-Identifier: BSD-2-Clause
#include "ops/geodesic/geodesic_twins.hpp"
#include "paths/path_tiles_cpu.hpp"

namespace bitvox::geodesic {
namespace {

template <class Word, class Cost>
class DistancesCpu final : public Distances<Word> {
 public:
  DistancesCpu(InstructionSet instructions, const Problem<Word, Cost>& problem, int threads)
      : instructions_(instructions), problem_(problem), threads_(threads) {}

  void find(Word* words, Progress& progress) override {
    paths::settle_tiles_cpu(instructions_, problem_.grid, problem_.sum, problem_.costs, words,
                            threads_, progress);
  }

 private:
  InstructionSet instructions_;
  const Problem<Word, Cost> problem_;
  int threads_;
};

}  // namespace

template <class Word, class Cost>
std::unique_ptr<Distances<Word>> distances_cpu(InstructionSet instructions,
                                               const Problem<Word, Cost>& problem, int threads) {
  return std::make_unique<DistancesCpu<Word, Cost>>(instructions, problem, threads);
}

template std::unique_ptr<Distances<std::uint32_t>> distances_cpu(
    InstructionSet, const Problem<std::uint32_t, std::uint8_t>&, int);
template std::unique_ptr<Distances<std::uint32_t>> distances_cpu(
    InstructionSet, const Problem<std::uint32_t, std::uint16_t>&, int);
template std::unique_ptr<Distances<std::uint64_t>> distances_cpu(
    InstructionSet, const Problem<std::uint64_t, std::uint8_t>&, int);
template std::unique_ptr<Distances<std::uint64_t>> distances_cpu(
    InstructionSet, const Problem<std::uint64_t, std::uint16_t>&, int);

}  // namespace bitvox::geodesic
