// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "ops/agents/agents.hpp"

namespace bitvox::agents {

// An agent that divides.
struct Mother {
  std::int32_t id;
  std::int64_t number;     // in its crowd
  std::int32_t daughters;  // the id of the first; that of the second follows
};

// Who lives, who was born of whom, and in which frames agents are.
class Family {
 public:
  // Agents with the ids 1 .. count, and no frame yet.
  explicit Family(std::int64_t count);

  // Gives ids to the daughters of all mothers of a step, in the order of the mothers' ids; leaves
  // the list in that order. Throws InvalidInput if there are no more ids.
  void divide(std::vector<Mother>& mothers);

  // A frame with all that live now.
  void begin_frame() { ++frames_; }

  std::int64_t living() const { return living_; }
  std::int64_t first_ones() const { return first_ones_; }  // that were there at the start

  // In ascending order; position_of(id) is where one that lives stands. Valid until the next birth.
  const std::vector<std::int64_t>& ids();
  const std::vector<std::int32_t>& positions();

  // After the last frame.
  Lives lives() &&;

 private:
  void list_living();

  // By id, from 0; last is kLiving for who lives.
  static constexpr std::int64_t kLiving = -2;
  Lives lives_;
  std::int64_t first_ones_;
  std::int64_t living_;
  std::int64_t frames_ = 0;
  bool is_listed_ = false;
  std::vector<std::int64_t> ids_;
  std::vector<std::int32_t> positions_;
};

}  // namespace bitvox::agents
