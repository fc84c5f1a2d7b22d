// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "diffusion/grid.hpp"
#include "diffusion/link_levels.hpp"

namespace bitvox::weighted_grid {

// Nodes in order, some thousand at a time: body(first, end).
inline constexpr std::int64_t kRange = std::int64_t{1} << 16;
inline std::int64_t ranges_of(std::int64_t nodes) { return (nodes + kRange - 1) / kRange; }

template <class Body>
void each_range(std::int64_t nodes, const RowLoop& loop, const Body& body) {
  loop.each(ranges_of(nodes),
            [&](std::int64_t i) { body(i * kRange, std::min(nodes, (i + 1) * kRange)); });
}

// What is put together of a level's nodes, by the rules of link_levels.hpp.
template <class Level>
class Aggregation {
 public:
  Aggregation(const Level& level, const RowLoop& loop)
      : level_(level), loop_(loop), of_(static_cast<std::size_t>(level.count())) {
    each_range(level.count(), loop, [&](std::int64_t first, std::int64_t end) {
      for (std::int64_t i = first; i < end; ++i) {
        const float diagonal = level.diagonal(i);
        const bool held = !(diagonal > 0) || level.ground(i) >= kHeldByGround * diagonal;
        of(i) = held ? kNoNode : kAlone;
      }
    });
    // Blocks are done side by side. Pairs across their borders come second, where the borders are
    // others.
    make_pairs(0);
    make_pairs(kBlock / 2);
    join_pairs();
  }

  // The number of every node's aggregate, in the order of first nodes; kNoNode for those in none.
  // Returns how many there are.
  std::int64_t number(PlainVector<std::uint32_t>& numbers) const {
    numbers.resize(of_.size());
    std::vector<std::uint32_t> firsts(static_cast<std::size_t>(ranges_of(level_.count())) + 1);
    const auto is_first = [&](std::size_t i) { return of_[i] == i || of_[i] == kAlone; };
    each_range(level_.count(), loop_, [&](std::int64_t first, std::int64_t end) {
      std::uint32_t& count = firsts[static_cast<std::size_t>(first / kRange) + 1];
      for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(end); ++i) {
        count += is_first(i) ? 1 : 0;
      }
    });
    for (std::size_t i = 1; i < firsts.size(); ++i) firsts[i] += firsts[i - 1];
    each_range(level_.count(), loop_, [&](std::int64_t first, std::int64_t end) {
      std::uint32_t next = firsts[static_cast<std::size_t>(first / kRange)];
      for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(end); ++i) {
        numbers[i] = is_first(i) ? next++ : kNoNode;
      }
    });
    each_range(level_.count(), loop_, [&](std::int64_t first, std::int64_t end) {
      for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(end); ++i) {
        if (of_[i] < kAlone && of_[i] != i) numbers[i] = numbers[of_[i]];
      }
    });
    return firsts.back();
  }

 private:
  static constexpr std::uint32_t kAlone = kNoNode - 1;
  static constexpr float kHeldByGround = 0.8F;  // of all that joins a node to others
  static constexpr float kOfTheStrongest = 0.5F;
  static constexpr std::int64_t kBlock = std::int64_t{1} << 19;

  std::uint32_t& of(std::int64_t i) { return of_[static_cast<std::size_t>(i)]; }

  void make_pairs(std::int64_t border) {
    const std::int64_t nodes = level_.count();
    loop_.each((nodes + border + kBlock - 1) / kBlock, [&](std::int64_t block) {
      const std::int64_t first = std::max<std::int64_t>(0, block * kBlock - border);
      const std::int64_t end = std::min(nodes, (block + 1) * kBlock - border);
      for (std::int64_t i = first; i < end; ++i) {
        if (of(i) == kAlone) pair(i, first, end);
      }
    });
  }

  // With a node of the block from first to end.
  void pair(std::int64_t i, std::int64_t first, std::int64_t end) {
    const float inverse = 1 / level_.diagonal(i);
    float strongest = level_.ground(i) * inverse, best = 0;
    std::uint32_t partner = 0;
    level_.each_link(i, [&](std::uint32_t j, float weight) {
      const float bond = weight * (inverse + 1 / level_.diagonal(j));
      strongest = std::max(strongest, bond);
      if (j < first || j >= end || of(j) != kAlone || !(bond > best)) return;
      best = bond;
      partner = j;
    });
    if (!(best > 0 && best >= kOfTheStrongest * strongest)) return;
    of(i) = of(partner) = static_cast<std::uint32_t>(std::min<std::int64_t>(i, partner));
  }

  void join_pairs() {
    const std::int64_t nodes = level_.count();
    std::mutex mutex;
    std::vector<std::pair<std::int64_t, std::uint32_t>> joining;
    each_range(nodes, loop_, [&](std::int64_t first, std::int64_t end) {
      std::vector<std::pair<std::int64_t, std::uint32_t>> here;
      for (std::int64_t i = first; i < end; ++i) {
        if (of(i) != kAlone) continue;
        float strongest = level_.ground(i), best = 0;
        std::uint32_t to = 0;
        level_.each_link(i, [&](std::uint32_t j, float weight) {
          strongest = std::max(strongest, weight);
          if (of(j) >= kAlone || !(weight > best)) return;
          best = weight;
          to = of(j);
        });
        if (best > 0 && best >= kOfTheStrongest * strongest) here.emplace_back(i, to);
      }
      const std::lock_guard lock(mutex);
      joining.insert(joining.end(), here.begin(), here.end());
    });
    for (const auto& [i, to] : joining) of(i) = to;
  }

  const Level& level_;
  const RowLoop& loop_;
  PlainVector<std::uint32_t> of_;  // the first node of its pair, or kAlone, or kNoNode
};

}  // namespace bitvox::weighted_grid
