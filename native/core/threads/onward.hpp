// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/threads/progress.hpp"

namespace bitvox {

// Never goes back, where pieces of work follow each other that each count from the start, or one is
// done again: on the CPU, after the GPU was lost.
class Onward final : public Progress {
 public:
  explicit Onward(Progress& to) : to_(to) {}
  void report(std::int64_t done, std::int64_t total) override {
    const std::int64_t now = total > 0 ? kParts * done / total : kParts;
    most_ = std::max(most_, now);
    to_.report(most_, kParts);
  }
  void say(const std::string& words) override { to_.say(words); }

 private:
  static constexpr std::int64_t kParts = 1000;
  Progress& to_;
  std::int64_t most_ = 0;
};

}  // namespace bitvox
