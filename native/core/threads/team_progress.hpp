// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/error.hpp"
#include "core/threads/parallel.hpp"

namespace bitvox {

// For what one worker of a team does while the others wait: it reports nothing, and is cancelled
// when the team is stopped.
class TeamProgress final : public Progress {
 public:
  explicit TeamProgress(const Team& team) : team_(team) {}
  void report(std::int64_t, std::int64_t) override {
    if (team_.stopped()) throw Cancelled();
  }

 private:
  const Team& team_;
};

}  // namespace bitvox
