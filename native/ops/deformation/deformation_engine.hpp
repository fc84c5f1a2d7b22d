// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/backends/instruction_set.hpp"
#include "core/threads/progress.hpp"
#include "ops/deformation/deformation_model.hpp"

namespace bitvox::deformation {

// When loads are enforced.
struct Schedule {
  std::int64_t every = 1;    // steps
  std::int64_t growing = 0;  // the load grows in so many steps

  bool is_due(std::int64_t step) const { return step % every == 0; }
  // After so many steps.
  double load(std::int64_t step) const {
    return step >= growing ? 1 : static_cast<double>(step) / static_cast<double>(growing);
  }
};

// All nodes at one time, in spacings and steps.
struct State {
  std::vector<Quad> moving;  // see StateRows
  std::vector<Quad> velocity;
  std::vector<Quad> acceleration;  // by their neighbours, of held nodes too
};

// Moves the nodes of a model.
class Engine {
 public:
  virtual ~Engine() = default;

  // Makes steps first + 1 .. first + count.
  virtual void advance(std::int64_t first, std::int64_t count, const Schedule& schedule,
                       Progress& progress) = 0;

  // Of the model's nodes.
  virtual void read(State& to, Progress& progress) = 0;
};

// On the CPU. It refers to the model. Throws HostOutOfMemory, Cancelled.
std::unique_ptr<Engine> cpu_engine(const Model& model, InstructionSet instructions, int threads);

}  // namespace bitvox::deformation
