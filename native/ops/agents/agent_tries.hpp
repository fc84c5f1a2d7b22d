// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/random.hpp"
#include "ops/agents/agent_ground.hpp"

namespace bitvox::agents {

// Uniform within bounds, both included, from the upper 32 bits of a draw.
inline std::int32_t between(std::uint64_t draw, std::int32_t least, std::int32_t most) {
  const auto values = static_cast<std::uint64_t>(most - least) + 1;
  return least + static_cast<std::int32_t>((draw >> 32) * values >> 32);
}

// Points that may be centres, as many as are wanted: each follows from its number alone.
template <int kAxes>
class Tries {
 public:
  Tries(const Ground<kAxes>& ground, std::uint64_t seed) : ground_(ground), random_(seed, 0) {
    if (ground.room() == nullptr) return;
    const Shape& shape = ground.shape();
    const std::int64_t rows = shape.height * shape.depth;
    before_.reserve(static_cast<std::size_t>(rows) + 1);
    before_.push_back(0);
    for (std::int64_t row = 0; row < rows; ++row) {
      std::int64_t count = 0;
      for (std::int64_t i = 0; i < shape.words_per_row(); ++i) {
        count += std::popcount(words_of(row)[i]);
      }
      before_.push_back(before_.back() + count);
    }
  }

  // Nothing if that one is no centre after all.
  std::optional<Point<kAxes>> point(std::int64_t number) const {
    const Rules<kAxes>& rules = ground_.rules();
    const auto draw = [&](int i) {
      return random_.at(static_cast<std::uint64_t>(kDraws * number + i));
    };
    Point<kAxes> made;
    if (ground_.room() == nullptr) {
      for (int i = 0; i < kAxes; ++i) {
        made.at[i] = between(draw(i), rules.least.at[i], rules.most.at[i]);
      }
      return made;
    }
    // A voxel, and a point within.
    const auto rank =
        static_cast<std::int64_t>(draw(kAxes) % static_cast<std::uint64_t>(before_.back()));
    const auto after = std::upper_bound(before_.begin(), before_.end(), rank);
    const std::int64_t row = after - before_.begin() - 1;
    const std::int64_t x = bit_of_rank(words_of(row), rank - *(after - 1));
    const std::int64_t height = ground_.shape().height;
    const std::int64_t voxel[3] = {x, row % height, row / height};
    for (int i = 0; i < kAxes; ++i) {
      const std::int32_t first = ground_.first_in_voxel(voxel[i], i);
      const std::int32_t end = ground_.first_in_voxel(voxel[i] + 1, i);
      if (first == end) return {};  // voxels may be smaller than units
      made.at[i] = between(draw(i), first, end - 1);
    }
    if (!rules.is_within(made)) return {};
    return made;
  }

 private:
  static constexpr std::int64_t kDraws = kAxes + 1;  // of a point

  const std::uint64_t* words_of(std::int64_t row) const {
    return ground_.room()->words() + row * ground_.shape().words_per_row();
  }
  static std::int64_t bit_of_rank(const std::uint64_t* words, std::int64_t rank) {
    std::int64_t i = 0;
    while (rank >= std::popcount(words[i])) rank -= std::popcount(words[i++]);
    std::uint64_t word = words[i];
    for (; rank > 0; --rank) word &= word - 1;
    return 64 * i + std::countr_zero(word);
  }

  const Ground<kAxes>& ground_;
  Random random_;
  std::vector<std::int64_t> before_;  // bits in the rows before each, and at the end of all
};

}  // namespace bitvox::agents
