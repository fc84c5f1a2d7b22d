// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "ops/agents/agent_outputs.hpp"

namespace bitvox::agents {

// Poisson numbers of one mean, 0 to 1e6, by a table of their chances: several times faster than
// core/poisson_draw.hpp, and exact but for the same roundings. Other random numbers give others.
class PoissonTable {
 public:
  explicit PoissonTable(double mean);
  double draw(Random& random) const;

 private:
  static constexpr std::int64_t kGuides = 1024;

  double first_ = 0;                   // the least number of the table
  std::vector<double> sums_;           // of the chances to each number
  std::vector<std::uint32_t> guides_;  // where to look for u: of each 1024th, at or before it
};

// How many photons a pixel has. Most have no light of agents, or all of it: those share tables.
class Photons {
 public:
  explicit Photons(const MovieOptions& options)
      : options_(options),
        dark_(options.background),
        bright_(options.background + options.photons) {}

  // light: the part of the agents' photons, from 0 to 1.
  double draw(float light, Random& random) const;

 private:
  MovieOptions options_;
  PoissonTable dark_;
  PoissonTable bright_;
};

}  // namespace bitvox::agents
