// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "bits.hpp"
#include "core/threads/progress.hpp"
#include "ops/agents/agents.hpp"

namespace bitvox::agents {

// Keeps all frames.
class KeptFrames final : public FrameSink {
 public:
  struct Kept {
    std::int64_t step;
    std::vector<std::int64_t> ids;
    std::vector<Place> places;
    bool operator==(const Kept&) const = default;
  };
  void take(const Frame& frame) override {
    all.push_back({frame.step,
                   {frame.ids.begin(), frame.ids.end()},
                   {frame.places.begin(), frame.places.end()}});
  }
  std::vector<Kept> all;
};

struct Simulated {
  Result result;
  std::vector<KeptFrames::Kept> frames;

  test::Bits bits() const {
    test::Bits all;
    for (const KeptFrames::Kept& frame : frames) {
      all.add(frame.step).add(frame.ids);
      for (const Place& place : frame.places) all.add(place[0]).add(place[1]).add(place[2]);
    }
    all.add(result.placed).add(result.parts).add(result.free_part);
    const Counts& counts = result.counts;
    for (const auto* column : {&counts.step, &counts.agents, &counts.asked, &counts.refused_walls,
                               &counts.refused_places, &counts.refused_requests, &counts.divisions,
                               &result.lives.first, &result.lives.last, &result.lives.parent}) {
      all.add(*column);
    }
    all.add(counts.squared_displacement);
    return all;
  }
};

inline Simulated simulated(const Arena& arena, const Options& options, Progress& progress) {
  KeptFrames frames;
  Simulated made;
  made.result = simulate(arena, options, frames, progress);
  made.frames = std::move(frames.all);
  return made;
}
inline Simulated simulated(const Arena& arena, const Options& options) {
  NoProgress progress;
  return simulated(arena, options, progress);
}

}  // namespace bitvox::agents
