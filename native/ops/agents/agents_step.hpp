// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/host_and_device.hpp"
#include "ops/agents/agent_rules.hpp"

// The rule of a part of a step, for one agent. One pass: whoever is accepted is clear of every
// present place and of every other request that is accepted.
namespace bitvox::agents {

template <int kAxes>
struct Agent {
  Point<kAxes> place;
  Point<kAxes> request;  // the place itself for who asks for nothing, or for what is no place
};

enum class Verdict : std::uint8_t {
  kNone,  // did not ask
  kAsks,
  kWall,
  kPlace,
  kRequest,
  kAccepted,
};

// Of a request, kAsks. grid.each_taken<kCells>(point, look) calls look(agent) for each agent in the
// cells around a point, so many to each side, until it returns false.
template <int kCells, int kAxes, class Grid>
BITVOX_BOTH inline Verdict decide(const Grid& grid, const Agent<kAxes>* agents,
                                  const std::int32_t* ids, std::uint64_t seed, std::int64_t step,
                                  std::int32_t self) {
  const Point<kAxes> request = agents[self].request;
  Verdict verdict = Verdict::kAccepted;
  grid.template each_taken<kCells>(request, [&](std::int32_t other) {
    if (other == self) return true;
    if (touching(agents[other].place, request)) {
      verdict = Verdict::kPlace;
      return false;
    }
    if (verdict == Verdict::kAccepted && touching(agents[other].request, request) &&
        goes_before(seed, step, ids[other], ids[self])) {
      verdict = Verdict::kRequest;
    }
    return true;
  });
  return verdict;
}

}  // namespace bitvox::agents
