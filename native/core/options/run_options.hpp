// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>

#include "core/options/range.hpp"

namespace bitvox {

// How an operation is run; its result does not depend on it.
struct RunOptions {
  std::string backend = "auto";  // or cuda, avx512, avx2, scalar
  int threads = 0;               // of the CPU; 0: all cores

  template <class Each>
  static void fields(Each&& field) {
    field("backend", &RunOptions::backend);
    field("threads", &RunOptions::threads, within(1, 1024).or_zero("all cores"));
  }
};

}  // namespace bitvox
