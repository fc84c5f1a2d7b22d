// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/threads/progress.hpp"
#include "ops/agents/agent_crowd.hpp"
#include "ops/agents/agent_family.hpp"
#include "ops/agents/agent_ground.hpp"

namespace bitvox::agents {

// Moves the agents of an arena.
template <int kAxes>
class Engine {
 public:
  virtual ~Engine() = default;

  // What advance() is to be called for next: one that works by itself begins, while its caller does
  // something else.
  virtual void begin(std::int64_t /*first*/, std::int64_t /*count*/) {}

  // Makes steps first .. first + count - 1; nothing of them is left to do.
  virtual void advance(std::int64_t first, std::int64_t count, Family& family, Tally& tally,
                       Progress& progress) = 0;

  // to[positions[id]] = the place, for all agents.
  virtual void list_places(const std::vector<std::int32_t>& positions,
                           std::vector<Point<kAxes>>& to, Progress& progress) const = 0;
};

// On the CPU: the arena as a whole, shared by threads, or in strips, each of which knows its own
// agents and those within reach of its border. Agents have the ids 1, 2, ... in the order of
// starts. They refer to the ground. Throws Cancelled.
template <int kAxes>
std::unique_ptr<Engine<kAxes>> whole_engine(const Ground<kAxes>& ground,
                                            const std::vector<Point<kAxes>>& starts, int threads,
                                            Progress& progress);
template <int kAxes>
std::unique_ptr<Engine<kAxes>> strip_engine(const Ground<kAxes>& ground,
                                            const std::vector<Point<kAxes>>& starts,
                                            std::int64_t strips, int threads, Progress& progress);

}  // namespace bitvox::agents
