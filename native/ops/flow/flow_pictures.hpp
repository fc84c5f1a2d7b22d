// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <optional>

#include "ops/flow/flow_cells.hpp"

namespace bitvox::flow {

// How many planes of a kind there are.
std::int64_t planes_of(const Shape& shape, Plane plane);

// Hands out what is seen of a flow.
class Pictures {
 public:
  // Begins the outputs.
  Pictures(const Grid& grid, const Bodies& bodies, const Options& options, const Outputs& out);

  bool has_frames() const {
    return out_.movie != nullptr || out_.particles != nullptr || out_.bodies != nullptr;
  }

  // Null where nobody wants them.
  Particles* particles() { return particles_ ? &*particles_ : nullptr; }

  void add_frame(std::int64_t frame, const Cells& cells);
  void write_velocity(const Cells& cells, Progress& progress) const;

 private:
  float speed(const Cells& cells, std::int64_t x, std::int64_t y, std::int64_t z) const;

  const Grid& grid_;
  const Bodies& bodies_;
  const Plane plane_;
  const std::int64_t position_;
  const Outputs out_;
  std::optional<Particles> particles_;
};

}  // namespace bitvox::flow
