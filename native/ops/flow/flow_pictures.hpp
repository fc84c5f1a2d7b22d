// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstddef>

#include "ops/flow/flow_cells.hpp"

namespace bitvox::flow {

// How many planes of a kind there are.
std::int64_t planes_of(const Shape& shape, Plane plane);

// Hands out what is seen of a flow.
class Pictures {
 public:
  // Begins the outputs.
  Pictures(const Grid& grid, std::size_t bodies, const Options& options, const Outputs& out);

  bool has_frames() const {
    return out_.movie != nullptr || out_.particles != nullptr || out_.bodies != nullptr;
  }

  bool has_particles() const { return out_.particles != nullptr; }

  // Particles may be null where nobody wants them.
  void add_frame(std::int64_t frame, Cells& cells, const Bodies& bodies,
                 const Particles* particles);
  void write_velocity(Cells& cells, Progress& progress) const;

 private:
  void write_plane(std::int64_t frame, Cells& cells) const;

  const Grid& grid_;
  const Plane plane_;
  const std::int64_t position_;
  const Outputs out_;
};

}  // namespace bitvox::flow
