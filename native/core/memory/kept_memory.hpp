// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

namespace bitvox {

// Memory that operations gave back, and that is kept for the next ones: getting it from the system
// or the GPU's driver can take longer than they compute. In bytes.
struct KeptMemory {
  std::int64_t arrays = 0;  // of the host; the system may have taken their pages already
  std::int64_t gpu = 0;     // 0 where no GPU was used, as the next
  std::int64_t pinned = 0;  // of the host, page-locked
};
KeptMemory kept_memory();

// Gives back all of it. May be called at any time, also beside operations.
void free_kept_memory();

}  // namespace bitvox
