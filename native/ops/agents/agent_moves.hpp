// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cmath>
#include <cstdint>

#include "core/host_and_device.hpp"
#include "ops/agents/agent_rules.hpp"

// How far an agent asks to move in a step. Whole numbers, and of doubles what IEEE 754 says to the
// last bit: products, quotients and roots, each rounded once.
namespace bitvox::agents {

// What an agent remembers: with kPersistent the step of its last tumble, with kGoals the number of
// its goal; kNoMemory before its first step.
inline constexpr std::int32_t kNoMemory = -1;

// Uniform in -most .. most, from the upper 32 bits of a draw.
BITVOX_BOTH inline std::int32_t spread(std::uint64_t draw, std::int32_t most) {
  const std::uint64_t values = 2 * static_cast<std::uint64_t>(most) + 1;
  return static_cast<std::int32_t>(static_cast<std::int64_t>((draw >> 32) * values >> 32) - most);
}

// `vector` made so long, rounded; not zero, with sides so small that squares fit.
template <int kAxes>
BITVOX_BOTH inline Point<kAxes> with_length(const std::int64_t (&vector)[kAxes], double length) {
  std::int64_t squares = 0;
  for (const std::int64_t side : vector) squares += side * side;
  const double factor = length / sqrt(static_cast<double>(squares));
  Point<kAxes> made;
  for (int i = 0; i < kAxes; ++i) {
    made.at[i] = static_cast<std::int32_t>(rint(static_cast<double>(vector[i]) * factor));
  }
  return made;
}

// Of this length in a uniform direction: that of a point in the disc or ball, found in the square
// or cube around.
template <int kAxes>
BITVOX_BOTH inline Point<kAxes> any_direction(std::uint64_t draw, double length) {
  constexpr int kBits = kAxes == 2 ? 31 : 21;
  constexpr std::int64_t kRadius = std::int64_t{1} << (kBits - 1);
  constexpr std::int64_t kNearest = std::int64_t{1} << 12;  // where directions are few
  Random random(draw);
  for (;;) {
    std::uint64_t bits = random.next();
    std::int64_t vector[kAxes];
    std::int64_t squares = 0;
    for (std::int64_t& side : vector) {
      side = static_cast<std::int64_t>(bits & ((std::uint64_t{1} << kBits) - 1)) - kRadius;
      bits >>= kBits;
      squares += side * side;
    }
    if (squares <= kRadius * kRadius && squares >= kNearest * kNearest) {
      return with_length<kAxes>(vector, length);
    }
  }
}

template <int kAxes>
BITVOX_BOTH inline Point<kAxes> random_move(const Rules<kAxes>& rules, const Draws& draws) {
  const std::uint64_t draw = draws.at(Draw::kMove);
  Point<kAxes> move;
  move.at[0] = spread(draw, rules.step);
  move.at[1] = spread(draw << 32, rules.step);
  if constexpr (kAxes == 3) move.at[2] = spread(draws.at(Draw::kThirdAxis), rules.step);
  return move;
}

template <int kAxes>
BITVOX_BOTH inline Point<kAxes> persistent_move(const Rules<kAxes>& rules, const Draws& draws,
                                                std::int32_t id, std::int64_t step,
                                                std::int32_t& memory) {
  if (memory == kNoMemory || draws.chance(Draw::kTumble, rules.tumbles)) {
    memory = static_cast<std::int32_t>(step);
  }
  return any_direction<kAxes>(Draws(rules.seed, id, memory).at(Draw::kHeading), rules.step);
}

// Towards a goal, that of the memory or a new one.
template <int kAxes>
BITVOX_BOTH inline Point<kAxes> goal_move(const Rules<kAxes>& rules, const Draws& draws,
                                          const Point<kAxes>& place, std::int32_t& memory) {
  const auto goals = static_cast<std::uint64_t>(rules.goal_count);
  if (memory == kNoMemory) {
    memory = static_cast<std::int32_t>(draws.at(Draw::kGoal) % goals);
  } else if (goals > 1 && 4 * squared_distance(place, rules.goals[memory]) <= kTouch<kAxes>) {
    const std::uint64_t further = 1 + draws.at(Draw::kGoal) % (goals - 1);
    memory = static_cast<std::int32_t>((static_cast<std::uint64_t>(memory) + further) % goals);
  }
  const Point<kAxes>& goal = rules.goals[memory];
  std::int64_t way[kAxes];
  Point<kAxes> move;
  for (int i = 0; i < kAxes; ++i) {
    way[i] = std::int64_t{goal.at[i]} - place.at[i];
    move.at[i] = static_cast<std::int32_t>(way[i]);
  }
  const bool arrives = squared_distance(place, goal) <= std::int64_t{rules.step} * rules.step;
  return arrives ? move : with_length<kAxes>(way, rules.step);
}

// A part of the move is replaced by one in a random direction.
template <int kAxes>
BITVOX_BOTH inline Point<kAxes> wandering(const Rules<kAxes>& rules, const Draws& draws,
                                          const Point<kAxes>& move) {
  if (rules.wander == 0) return move;
  const Point<kAxes> other = any_direction<kAxes>(draws.at(Draw::kWander), rules.step);
  Point<kAxes> mixed;
  for (int i = 0; i < kAxes; ++i) {
    const std::int64_t sum = std::int64_t{move.at[i]} * (kWanderOne - rules.wander) +
                             std::int64_t{other.at[i]} * rules.wander;
    mixed.at[i] = static_cast<std::int32_t>((sum + kWanderOne / 2) >> 16);
  }
  return mixed;
}

template <int kAxes>
BITVOX_BOTH inline bool divides(const Rules<kAxes>& rules, std::int32_t id, std::int64_t step) {
  return rules.divides > 0 && Draws(rules.seed, id, step).chance(Draw::kDivide, rules.divides);
}

// The move of a step; none for who divides. kMotion is that of the rules.
template <Motion kMotion, int kAxes>
BITVOX_BOTH inline Point<kAxes> move_of(const Rules<kAxes>& rules, std::int32_t id,
                                        std::int64_t step, const Point<kAxes>& place,
                                        std::int32_t& memory) {
  if (divides(rules, id, step)) return {};
  const Draws draws(rules.seed, id, step);
  if constexpr (kMotion == Motion::kPersistent) {
    return persistent_move(rules, draws, id, step, memory);
  } else if constexpr (kMotion == Motion::kGoals) {
    return wandering(rules, draws, goal_move(rules, draws, place, memory));
  } else if constexpr (kMotion == Motion::kField) {
    return wandering(rules, draws, rules.field_at(place));
  } else {
    return random_move(rules, draws);
  }
}
template <int kAxes>
BITVOX_BOTH inline Point<kAxes> move_of(const Rules<kAxes>& rules, std::int32_t id,
                                        std::int64_t step, const Point<kAxes>& place,
                                        std::int32_t& memory) {
  switch (rules.motion) {
    case Motion::kPersistent:
      return move_of<Motion::kPersistent>(rules, id, step, place, memory);
    case Motion::kGoals:
      return move_of<Motion::kGoals>(rules, id, step, place, memory);
    case Motion::kField:
      return move_of<Motion::kField>(rules, id, step, place, memory);
    case Motion::kRandom:
      break;
  }
  return move_of<Motion::kRandom>(rules, id, step, place, memory);
}

// The parts of a move differ by 1 at most.
template <int kAxes>
BITVOX_BOTH inline Point<kAxes> part_of(const Point<kAxes>& move, std::int32_t part,
                                        std::int32_t parts) {
  Point<kAxes> made;
  for (int i = 0; i < kAxes; ++i) {
    const std::int64_t whole = move.at[i];
    made.at[i] = static_cast<std::int32_t>(whole * (part + 1) / parts - whole * part / parts);
  }
  return made;
}

// Where a daughter is to begin.
template <int kAxes>
BITVOX_BOTH inline Point<kAxes> beside(const Rules<kAxes>& rules, std::int32_t id,
                                       std::int64_t step, const Point<kAxes>& place) {
  const std::uint64_t draw = Draws(rules.seed, id, step).at(Draw::kDaughter);
  return sum(place, any_direction<kAxes>(draw, kBeside<kAxes>));
}

}  // namespace bitvox::agents
