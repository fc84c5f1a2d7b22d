// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <optional>

#include "core/memory/aligned_array.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/geodesic/geodesic_search.hpp"
#include "ops/minimal_path/minimal_path_twins.hpp"
#include "paths/path_tiles_cpu.hpp"

namespace bitvox::minimal_path {
namespace {

template <class Word, class Cost>
class MapsCpu final : public Maps<Word> {
 public:
  MapsCpu(InstructionSet instructions, const geodesic::Problem<Word, Cost>& problem, int threads)
      : instructions_(instructions), problem_(problem), threads_(threads) {
    require_memory(kHostUser, host_memory(), voxels() * static_cast<std::int64_t>(sizeof(Word)));
    words_ = aligned_array<Word>(voxels());
    sums_.emplace(voxels(), words_.get());
  }

  void find(std::int64_t root, std::int64_t goal, Progress& progress) override {
    auto [filling, searching] = progress_parts(progress, 1, 30);
    geodesic::each_part(voxels(), threads_, filling, [&](std::int64_t first, std::int64_t end) {
      std::fill(words_.get() + first, words_.get() + end, paths::kFar<Word>);
    });
    words_[static_cast<std::size_t>(root)] = 0;
    paths::settle_tiles_cpu(instructions_, problem_.grid, problem_.sum, problem_.costs,
                            words_.get(), threads_, searching, goal);
  }

  paths::SumMap<Word>& sums(Progress&) override { return *sums_; }

  Word largest(Progress& progress) override {
    return geodesic::largest_word(words_.get(), voxels(), threads_, progress);
  }

 private:
  std::int64_t voxels() const { return problem_.grid.voxels(); }

  InstructionSet instructions_;
  const geodesic::Problem<Word, Cost> problem_;
  int threads_;
  AlignedArray<Word> words_;  // its memory serves one root after the other
  std::optional<paths::SumMap<Word>> sums_;
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
