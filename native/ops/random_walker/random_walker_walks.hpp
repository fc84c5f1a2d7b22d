// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>

#include "core/backends/instruction_set.hpp"
#include "core/memory/memory.hpp"
#include "core/threads/progress.hpp"
#include "diffusion/grid.hpp"
#include "diffusion/weighted_grid.hpp"
#include "ops/random_walker/random_walker_rows.hpp"

namespace bitvox::random_walker {

inline constexpr MemoryUser kHostUser{"Random Walker", "Crop the image."};

// What the twins are given: values and seeds, in memory of the host.
struct Input {
  const GridField<float>& values;
  const GridField<State>& states;
  Scales scales;
};

// The equations of all labels, of one or several at a time.
class Walks {
 public:
  virtual ~Walks() = default;

  // How many it has room for.
  virtual int sides() const = 0;
  // Those of so many labels, from one on.
  virtual weighted_grid::Equations& equations(State first, int count) = 0;
  // Their solutions take part in the vote, one by one; or, instead, what the others have left of 1.
  virtual void vote(State seed, int side) = 0;
  virtual void vote_last(State seed) = 0;

  // In memory of the host: the probabilities of the label that voted last, and who won.
  virtual const GridField<float>& probabilities() = 0;
  virtual const GridField<State>& winners() = 0;
};

// The twins, that of the GPU for at most so many labels at a time. The progress is reported to
// unchanged, whenever something may stop it. Throw HostOutOfMemory or DeviceOutOfMemory before they
// allocate.
std::unique_ptr<Walks> walks_cpu(InstructionSet instructions, const Input& input, int threads,
                                 Progress& progress);
std::unique_ptr<Walks> walks_cuda(const Input& input, int most_at_once, int threads,
                                  Progress& progress);

}  // namespace bitvox::random_walker
