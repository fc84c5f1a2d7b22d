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

// Of a request, kAsks. grid.list_taken<kCells>(point, list) lists the agents in the cells around a
// point, so many to each side, and returns how many there are.
//
// All are looked at, and nothing is decided on the way: what touches is hard to foresee, and a
// processor that guesses wrong loses more than the few looks.
template <int kCells, int kAxes, class Grid>
BITVOX_BOTH inline Verdict decide(const Grid& grid, const Agent<kAxes>* agents,
                                  const std::int32_t* ids, std::uint64_t seed, std::int64_t step,
                                  std::int32_t self) {
  const Point<kAxes> request = agents[self].request;
  std::int32_t others[kWindow<kAxes, kCells>];
  const int count = grid.template list_taken<kCells>(request, others);
  bool is_taken = false;
  int asking = 0;  // the first ones of the list, again
  for (int i = 0; i < count; ++i) {
    const std::int32_t other = others[i];
    const bool is_other = other != self;
    is_taken |= is_other & touching(agents[other].place, request);
    others[asking] = other;
    asking += static_cast<int>(is_other & touching(agents[other].request, request));
  }
  if (is_taken) return Verdict::kPlace;
  for (int i = 0; i < asking; ++i) {
    if (goes_before(seed, step, ids[others[i]], ids[self])) return Verdict::kRequest;
  }
  return Verdict::kAccepted;
}

}  // namespace bitvox::agents
