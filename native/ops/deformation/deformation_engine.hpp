// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/backends/instruction_set.hpp"
#include "core/host_and_device.hpp"
#include "core/threads/progress.hpp"
#include "ops/deformation/deformation_model.hpp"

namespace bitvox::deformation {

// When loads grow and are enforced: in each of `frames` parts of so many steps the load grows in
// the first ones, evenly.
struct Schedule {
  std::int64_t every = 1;
  std::int64_t frames = 1;
  std::int64_t steps = 1;
  std::int64_t growing = 0;

  std::int64_t all() const { return frames * steps; }
  BITVOX_BOTH bool is_due(std::int64_t step) const { return step % every == 0; }
  // 0 to 1, after so many steps.
  BITVOX_BOTH double load(std::int64_t step) const {
    const std::int64_t whole = step / steps, within = step % steps;
    const double part = within == 0 ? 0
                        : within < growing
                            ? static_cast<double>(within) / static_cast<double>(growing)
                            : 1;
    return (static_cast<double>(whole) + part) / static_cast<double>(frames);
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

  // Goes on from there, whatever the accelerations.
  virtual void write(const State& from) = 0;
};

// On the CPU. It refers to the model. Throws HostOutOfMemory, Cancelled.
std::unique_ptr<Engine> cpu_engine(const Model& model, InstructionSet instructions, int threads);

}  // namespace bitvox::deformation
