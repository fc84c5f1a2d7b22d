// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/host_and_device.hpp"
#include "core/random.hpp"
#include "ops/agents/agent_places.hpp"
#include "ops/agents/agents.hpp"

namespace bitvox::agents {

// What an agent's requests follow from, beside its id, place and memory: the options in whole
// numbers, and where centres may be. Pointers are to the memory of whoever computes.
template <int kAxes>
struct Rules {
  std::uint64_t seed = 0;
  Motion motion = Motion::kRandom;
  std::int32_t step = 0;      // of a move
  std::int32_t parts = 1;     // of a step
  std::uint64_t tumbles = 0;  // a draw below is one; see Draws::chance()
  std::uint64_t divides = 0;
  std::int32_t wander = 0;  // of kWanderOne
  const Point<kAxes>* goals = nullptr;
  std::int64_t goal_count = 0;
  const Point<kAxes>* field = nullptr;  // the move at each voxel

  Point<kAxes> least{};  // of centres
  Point<kAxes> most{};
  double voxels[kAxes] = {};  // voxels a unit
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::int64_t words_per_row = 0;
  const std::uint64_t* room = nullptr;  // bits of voxels that may hold centres; null: all

  // A product of doubles, cut: the same everywhere.
  BITVOX_BOTH std::int64_t voxel(const Point<kAxes>& point, int axis) const {
    return static_cast<std::int64_t>(point.at[axis] * voxels[axis]);
  }
  BITVOX_BOTH std::int64_t row(const Point<kAxes>& point) const {
    return (kAxes == 3 ? voxel(point, kAxes - 1) * height : 0) + voxel(point, 1);
  }

  BITVOX_BOTH bool is_within(const Point<kAxes>& centre) const {
    bool within = true;
    for (int i = 0; i < kAxes; ++i) {
      within = within && centre.at[i] >= least.at[i] && centre.at[i] <= most.at[i];
    }
    return within;
  }
  // Of one within the bounds.
  BITVOX_BOTH bool has_room(const Point<kAxes>& centre) const {
    if (room == nullptr) return true;
    const std::int64_t x = voxel(centre, 0);
    return (room[row(centre) * words_per_row + x / 64] >> (x % 64) & 1) != 0;
  }
  BITVOX_BOTH bool may_hold(const Point<kAxes>& centre) const {
    return is_within(centre) && has_room(centre);
  }
  BITVOX_BOTH Point<kAxes> field_at(const Point<kAxes>& centre) const {
    return field[row(centre) * width + voxel(centre, 0)];
  }
};

inline constexpr std::int32_t kWanderOne = 1 << 16;

// What is drawn for an agent in a step, each from a number of its own.
enum class Draw : std::uint64_t {
  kPriority,
  kMove,
  kThirdAxis,
  kTumble,
  kHeading,
  kGoal,
  kWander,
  kDivide,
  kDaughter,
};

// Random numbers that follow from seed, id, step and Draw alone. Ids count from 1; 0 is for starts.
class Draws {
 public:
  BITVOX_BOTH Draws(std::uint64_t seed, std::int32_t id, std::int64_t step)
      : random_(seed, static_cast<std::uint64_t>(id)),
        first_(static_cast<std::uint64_t>(step) * kOfStep) {}

  BITVOX_BOTH std::uint64_t at(Draw draw) const {
    return random_.at(first_ + static_cast<std::uint64_t>(draw));
  }
  // True with the probability below / 2^53.
  BITVOX_BOTH bool chance(Draw draw, std::uint64_t below) const { return at(draw) >> 11 < below; }

 private:
  static constexpr std::uint64_t kOfStep = 16;
  Random random_;
  std::uint64_t first_;
};

// Of two with requests that touch: whether the first goes before the second.
BITVOX_BOTH inline bool goes_before(std::uint64_t seed, std::int64_t step, std::int32_t first,
                                    std::int32_t second) {
  const std::uint64_t a = Draws(seed, first, step).at(Draw::kPriority);
  const std::uint64_t b = Draws(seed, second, step).at(Draw::kPriority);
  return a > b || (a == b && first > second);
}

}  // namespace bitvox::agents
