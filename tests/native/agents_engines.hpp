// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "ops/agents/agent_engine.hpp"

namespace bitvox::agents {

// Whether an engine has the refusals, families and places of the CPU's after each leg of so many
// steps, from the same starts.
template <int kAxes>
void expect_the_cpus_tracks(const Ground<kAxes>& ground, const std::vector<Point<kAxes>>& starts,
                            Engine<kAxes>& engine, const std::vector<std::int64_t>& legs) {
  NoProgress quiet;
  const auto cpu = whole_engine(ground, starts, 2, quiet);
  Family expected_family(std::ssize(starts));
  Family family(std::ssize(starts));
  std::int64_t step = 0;
  for (const std::int64_t leg : legs) {
    Tally expected;
    Tally found;
    engine.begin(step, leg);
    cpu->advance(step, leg, expected_family, expected, quiet);
    engine.advance(step, leg, family, found, quiet);
    step += leg;
    ASSERT_EQ(found.asked, expected.asked);
    ASSERT_EQ(found.walls, expected.walls);
    ASSERT_EQ(found.places, expected.places);
    ASSERT_EQ(found.requests, expected.requests);
    ASSERT_EQ(family.ids(), expected_family.ids());
    std::vector<Point<kAxes>> at(family.ids().size());
    std::vector<Point<kAxes>> expected_at(at.size());
    cpu->list_places(expected_family.positions(), expected_at, quiet);
    engine.list_places(family.positions(), at, quiet);
    ASSERT_TRUE(at == expected_at) << "after step " << step;
  }
}

}  // namespace bitvox::agents
