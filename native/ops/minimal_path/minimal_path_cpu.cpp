// SPDX-License-Identifier: BSD-2-Clause
#include "ops/minimal_path/minimal_path_twins.hpp"
#include "paths/path_tiles_cpu.hpp"

namespace bitvox::minimal_path {
namespace {

template <class Word, class Cost>
class MapsCpu final : public Maps<Word> {
 public:
  MapsCpu(InstructionSet instructions, const geodesic::Problem<Word, Cost>& problem, int threads)
      : instructions_(instructions), problem_(problem), threads_(threads) {}

  void find(Word* words, std::int64_t goal, Progress& progress) override {
    paths::settle_tiles_cpu(instructions_, problem_.grid, problem_.sum, problem_.costs, words,
                            threads_, progress, goal);
  }

 private:
  InstructionSet instructions_;
  const geodesic::Problem<Word, Cost> problem_;
  int threads_;
};

}  // namespace

template <class Word, class Cost>
std::unique_ptr<Maps<Word>> maps_cpu(InstructionSet instructions,
                                     const geodesic::Problem<Word, Cost>& problem, int threads) {
  return std::make_unique<MapsCpu<Word, Cost>>(instructions, problem, threads);
}

template std::unique_ptr<Maps<std::uint32_t>> maps_cpu(
    InstructionSet, const geodesic::Problem<std::uint32_t, std::uint8_t>&, int);
template std::unique_ptr<Maps<std::uint32_t>> maps_cpu(
    InstructionSet, const geodesic::Problem<std::uint32_t, std::uint16_t>&, int);
template std::unique_ptr<Maps<std::uint64_t>> maps_cpu(
    InstructionSet, const geodesic::Problem<std::uint64_t, std::uint8_t>&, int);
template std::unique_ptr<Maps<std::uint64_t>> maps_cpu(
    InstructionSet, const geodesic::Problem<std::uint64_t, std::uint16_t>&, int);

}  // namespace bitvox::minimal_path
