// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

namespace bitvox {

// Memory that operations on the GPU gave back, and that is kept for the next ones: getting it from
// the driver can take longer than they compute. In bytes; 0 where no GPU was used.
struct KeptMemory {
  std::int64_t gpu = 0;
  std::int64_t host = 0;  // page-locked
};
KeptMemory kept_memory();

// Gives back all of it. May be called at any time, also beside operations.
void free_kept_memory();

}  // namespace bitvox
