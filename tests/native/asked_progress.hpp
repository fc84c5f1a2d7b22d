// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <limits>

#include "core/error.hpp"
#include "core/threads/progress.hpp"

namespace bitvox::test {

// How often it was asked whether to go on, and from when on it says no.
class AskedProgress final : public Progress {
 public:
  explicit AskedProgress(std::int64_t most = std::numeric_limits<std::int64_t>::max())
      : most_(most) {}
  void report(std::int64_t, std::int64_t) override {
    if (++times >= most_) throw Cancelled();
  }
  std::int64_t times = 0;

 private:
  std::int64_t most_;
};

}  // namespace bitvox::test
