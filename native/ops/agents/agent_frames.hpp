// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "ops/agents/agent_engine.hpp"

namespace bitvox::agents {

// Makes frames of what an engine has, hands them on, and counts.
template <int kAxes>
class Frames {
 public:
  Frames(const Ground<kAxes>& ground, const std::vector<Point<kAxes>>& starts, Family& family,
         int threads)
      : ground_(ground), starts_(starts), family_(family), threads_(threads) {}

  // Takes a frame of what the engine has now, which may go on then.
  void take(const Engine<kAxes>& engine, Progress& progress);
  // Hands it on: that after so many steps; tally is of those since the last one.
  void hand_on(std::int64_t step, const Tally& tally, FrameSink& sink, Progress& progress);

  Counts counts() && { return std::move(counts_); }

 private:
  double mean_squared_displacement() const;

  const Ground<kAxes>& ground_;
  const std::vector<Point<kAxes>>& starts_;
  Family& family_;
  const int threads_;
  std::vector<Point<kAxes>> points_;
  std::vector<Place> places_;
  Counts counts_;
};

}  // namespace bitvox::agents
