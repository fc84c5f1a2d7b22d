// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ops/agents/agent_ground.hpp"
#include "ops/agents/agent_moves.hpp"
#include "ops/agents/agent_start.hpp"

// The rule as agents.hpp says it, by all pairs.
namespace bitvox::agents {

template <int kAxes>
class AllPairs {
 public:
  struct One {
    std::int32_t id;
    std::int32_t memory;
    Point<kAxes> place;
    Point<kAxes> wanted;
    bool asks = false;
    bool accepted = false;
  };

  AllPairs(const Rules<kAxes>& rules, const std::vector<Point<kAxes>>& starts) : rules_(rules) {
    for (const Point<kAxes>& start : starts) ones.push_back({++last_id_, kNoMemory, start, start});
  }

  void step(std::int64_t step) {
    std::vector<Point<kAxes>> moves;
    for (One& one : ones) {
      moves.push_back(move_of(rules_, one.id, step, one.place, one.memory));
    }
    for (std::int32_t part = 0; part < rules_.parts; ++part) {
      for (std::size_t i = 0; i < ones.size(); ++i) {
        const Point<kAxes> move = part_of(moves[i], part, rules_.parts);
        ones[i].wanted = sum(ones[i].place, move);
        ones[i].asks = !is_zero(move);
        asked += ones[i].asks ? 1 : 0;
      }
      judge(step, true);
      for (One& one : ones) {
        if (one.accepted) one.place = one.wanted;
      }
    }
    give_birth(step);
    std::sort(ones.begin(), ones.end(), [](const One& a, const One& b) { return a.id < b.id; });
  }

  std::vector<One> ones;
  std::int64_t asked = 0, walls = 0, places = 0, requests = 0, divisions = 0;

 private:
  static bool touch(const Point<kAxes>& a, const Point<kAxes>& b) {
    __extension__ using Wide = __int128;
    Wide squares = 0;
    for (int i = 0; i < kAxes; ++i) {
      squares += Wide{a.at[i] - b.at[i]} * (a.at[i] - b.at[i]);
    }
    const Wide side = kAxes == 2 ? 32768 : 16384;
    return squares <= kAxes * side * side;
  }

  void judge(std::int64_t step, bool counts) {
    for (One& one : ones) {
      one.accepted = false;
      if (one.asks && !rules_.may_hold(one.wanted)) {
        one.asks = false;
        walls += counts ? 1 : 0;
      }
    }
    for (One& one : ones) {
      if (!one.asks) continue;
      bool is_place = false;
      bool is_request = false;
      for (const One& other : ones) {
        if (other.id == one.id) continue;
        is_place = is_place || touch(other.place, one.wanted);
        if (!other.asks || !touch(other.wanted, one.wanted)) continue;
        const auto priority = [&](const One& of) {
          return Draws(rules_.seed, of.id, step).at(Draw::kPriority);
        };
        is_request = is_request || priority(other) > priority(one) ||
                     (priority(other) == priority(one) && other.id > one.id);
      }
      one.accepted = !is_place && !is_request;
      if (!counts) continue;
      places += is_place ? 1 : 0;
      requests += is_request && !is_place ? 1 : 0;
    }
  }

  void give_birth(std::int64_t step) {
    for (One& one : ones) {
      one.asks = divides(rules_, one.id, step);
      one.wanted = one.asks ? beside(rules_, one.id, step, one.place) : one.place;
    }
    judge(step, false);
    const std::size_t count = ones.size();
    for (std::size_t i = 0; i < count; ++i) {
      if (!ones[i].accepted) continue;
      ++divisions;
      ones[i].id = ++last_id_;
      ones[i].memory = kNoMemory;
      ones.push_back({++last_id_, kNoMemory, ones[i].wanted, ones[i].wanted});
    }
  }

  const Rules<kAxes>& rules_;
  std::int32_t last_id_ = 0;
};

}  // namespace bitvox::agents
