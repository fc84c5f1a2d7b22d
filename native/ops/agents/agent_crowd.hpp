// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ops/agents/agent_family.hpp"
#include "ops/agents/agent_grid.hpp"
#include "ops/agents/agent_moves.hpp"
#include "ops/agents/agents_step.hpp"

namespace bitvox::agents {

// What was asked for in some steps, and what came of it.
struct Tally {
  std::int64_t asked = 0;
  std::int64_t walls = 0;
  std::int64_t places = 0;
  std::int64_t requests = 0;

  void add(Verdict verdict) {
    asked += verdict == Verdict::kNone ? 0 : 1;
    walls += verdict == Verdict::kWall ? 1 : 0;
    places += verdict == Verdict::kPlace ? 1 : 0;
    requests += verdict == Verdict::kRequest ? 1 : 0;
  }
  void add(const Tally& other) {
    asked += other.asked;
    walls += other.walls;
    places += other.places;
    requests += other.requests;
  }
};

// All that an agent is, for who hands it on.
template <int kAxes>
struct Traveller {
  std::int32_t id;
  std::int32_t memory;
  Point<kAxes> place;
  Point<kAxes> move;  // of this step
};

// Agents of an arena, or of a strip of it, on the CPU, with the passes of a step. Agents have
// numbers from 0, which change; a pass is for some numbers of them, so that threads can share it:
// of the same pass, no two touch what one of them changes.
template <int kAxes>
class Crowd {
 public:
  Crowd(const Rules<kAxes>& rules, const std::array<std::int64_t, kAxes>& cells,
        std::int64_t first_layer)
      : rules_(rules), grid_(cells, first_layer) {}

  static std::int64_t bytes_of_agent() {
    constexpr std::size_t kSorted =
        sizeof(Agent<kAxes>) + 2 * sizeof(std::int32_t) + sizeof(Point<kAxes>);
    return static_cast<std::int64_t>(2 * kSorted + sizeof(Verdict));
  }

  std::int64_t size() const { return std::ssize(ids_); }
  std::int32_t id(std::int64_t i) const { return ids_[at(i)]; }
  const Point<kAxes>& place(std::int64_t i) const { return agents_[at(i)].place; }
  Traveller<kAxes> traveller(std::int64_t i) const {
    return {ids_[at(i)], memories_[at(i)], agents_[at(i)].place, moves_[at(i)]};
  }

  void reserve(std::int64_t count) {
    ids_.reserve(at(count));
    memories_.reserve(at(count));
    agents_.reserve(at(count));
    moves_.reserve(at(count));
    verdicts_.reserve(at(count));
  }
  void add(const Traveller<kAxes>& agent) {
    grid_.take(grid_.cell_of(agent.place), static_cast<std::int32_t>(size()));
    ids_.push_back(agent.id);
    memories_.push_back(agent.memory);
    agents_.push_back({agent.place, agent.place});
    moves_.push_back(agent.move);
    verdicts_.push_back(Verdict::kNone);
  }
  // The last one gets its number.
  void remove(std::int64_t i) {
    grid_.leave(grid_.cell_of(place(i)));
    const std::int64_t last = size() - 1;
    if (i != last) {
      grid_.take(grid_.cell_of(place(last)), static_cast<std::int32_t>(i));
      ids_[at(i)] = ids_[at(last)];
      memories_[at(i)] = memories_[at(last)];
      agents_[at(i)] = agents_[at(last)];
      moves_[at(i)] = moves_[at(last)];
      verdicts_[at(i)] = verdicts_[at(last)];
    }
    ids_.pop_back();
    memories_.pop_back();
    agents_.pop_back();
    moves_.pop_back();
    verdicts_.pop_back();
  }

  // What agents ask for in a part of a step.
  void ask(std::int64_t begin, std::int64_t end, std::int64_t step, std::int32_t part) {
    for (std::int64_t i = begin; i < end; ++i) {
      Agent<kAxes>& agent = agents_[at(i)];
      Point<kAxes> move = part == 0
                              ? move_of(rules_, ids_[at(i)], step, agent.place, memories_[at(i)])
                              : moves_[at(i)];
      if (rules_.parts > 1) {
        moves_[at(i)] = move;
        move = part_of(move, part, rules_.parts);
      }
      request(i, is_zero(move) ? Verdict::kNone : Verdict::kAsks, sum(agent.place, move));
    }
  }
  // Which of them ask for a daughter's place.
  void ask_for_daughters(std::int64_t begin, std::int64_t end, std::int64_t step) {
    for (std::int64_t i = begin; i < end; ++i) {
      const Point<kAxes>& here = place(i);
      if (divides(rules_, ids_[at(i)], step)) {
        request(i, Verdict::kAsks, beside(rules_, ids_[at(i)], step, here));
      } else {
        request(i, Verdict::kNone, here);
      }
    }
  }

  // Changes nothing but verdicts.
  template <int kCells>
  Tally decide_all(std::int64_t begin, std::int64_t end, std::int64_t step) {
    Tally tally;
    for (std::int64_t i = begin; i < end; ++i) {
      if (verdicts_[at(i)] == Verdict::kAsks) {
        verdicts_[at(i)] = decide<kCells>(grid_, agents_.data(), ids_.data(), rules_.seed, step,
                                          static_cast<std::int32_t>(i));
      }
      tally.add(verdicts_[at(i)]);
    }
    return tally;
  }

  // Who was accepted moves. No place that is taken is left in the same pass, so that the grid is
  // changed where it is.
  void move(std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      if (verdicts_[at(i)] != Verdict::kAccepted) continue;
      Agent<kAxes>& agent = agents_[at(i)];
      const std::int64_t before = grid_.cell_of(agent.place);
      const std::int64_t now = grid_.cell_of(agent.request);
      agent.place = agent.request;
      if (now == before) continue;
      grid_.leave(before);
      grid_.take(now, static_cast<std::int32_t>(i));
    }
  }

  // The ids of those who got a daughter's place, and their numbers.
  void list_mothers(std::int64_t begin, std::int64_t end, std::vector<Mother>& mothers) const {
    for (std::int64_t i = begin; i < end; ++i) {
      if (verdicts_[at(i)] == Verdict::kAccepted) mothers.push_back({ids_[at(i)], i, 0});
    }
  }
  // One daughter begins at the mother's place, the other at the place that was asked for.
  void divide(const Mother& mother) {
    ids_[at(mother.number)] = mother.daughters;
    memories_[at(mother.number)] = kNoMemory;
    add({mother.daughters + 1, kNoMemory, agents_[at(mother.number)].request, {}});
  }

  // ---- Sorting -------------------------------------------------------------------------------
  // Gives agents numbers in the order of their cells, so that neighbours lie near each other in
  // memory too: a million that are mixed take ten times as long.

  // It costs a fraction of a step, but more in arenas that are mostly empty.
  static constexpr std::int64_t kStepsBetweenSorts = 16;
  bool pays_to_sort() const { return grid_.size() <= kMostCellsToSort * size(); }

  void sort() {
    begin_sorting();
    std::int64_t next = 0;
    for (std::int64_t row = 0; row < rows(); ++row) next = sort_row(row, next);
    end_sorting();
    take_cells(0, size());
  }

  // The same in parts that threads share: rows of cells in any order, the agents of each from
  // number `first` on; returns the number behind them.
  std::int64_t rows() const { return grid_.rows(); }
  std::int64_t count_in_row(std::int64_t row) const {
    std::int64_t count = 0;
    grid_.each_in_row(row, [&](std::int32_t) { ++count; });
    return count;
  }
  void begin_sorting() {
    sorted_ids_.resize(ids_.size());
    sorted_memories_.resize(ids_.size());
    sorted_agents_.resize(ids_.size());
    sorted_moves_.resize(ids_.size());
  }
  std::int64_t sort_row(std::int64_t row, std::int64_t first) {
    grid_.each_in_row(row, [&](std::int32_t before) {
      sorted_ids_[at(first)] = ids_[at(before)];
      sorted_memories_[at(first)] = memories_[at(before)];
      sorted_agents_[at(first)] = agents_[at(before)];
      sorted_moves_[at(first)] = moves_[at(before)];
      ++first;
    });
    return first;
  }
  void end_sorting() {
    ids_.swap(sorted_ids_);
    memories_.swap(sorted_memories_);
    agents_.swap(sorted_agents_);
    moves_.swap(sorted_moves_);
  }
  void take_cells(std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      grid_.take(grid_.cell_of(place(i)), static_cast<std::int32_t>(i));
    }
  }

 private:
  static std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

  void request(std::int64_t i, Verdict verdict, const Point<kAxes>& wanted) {
    Agent<kAxes>& agent = agents_[at(i)];
    if (verdict == Verdict::kAsks && !rules_.may_hold(wanted)) verdict = Verdict::kWall;
    verdicts_[at(i)] = verdict;
    agent.request = verdict == Verdict::kAsks ? wanted : agent.place;
  }

  static constexpr std::int64_t kMostCellsToSort = 64;  // an agent

  const Rules<kAxes>& rules_;
  Grid<kAxes> grid_;
  std::vector<std::int32_t> ids_;
  std::vector<std::int32_t> memories_;
  std::vector<Agent<kAxes>> agents_;
  std::vector<Point<kAxes>> moves_;  // of this step
  std::vector<Verdict> verdicts_;
  std::vector<std::int32_t> sorted_ids_;
  std::vector<std::int32_t> sorted_memories_;
  std::vector<Agent<kAxes>> sorted_agents_;
  std::vector<Point<kAxes>> sorted_moves_;
};

}  // namespace bitvox::agents
