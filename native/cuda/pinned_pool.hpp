// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

// Page-locked memory of the host for all operations. What is given back is kept for the next ones,
// up to 64 MiB: pinning costs about 0.3 ms a MiB. At the end of the process it is left to the
// driver. Callable from any thread.
namespace bitvox::cuda {

struct PinnedMemory {
  void* pointer = nullptr;
  std::int64_t bytes = 0;
};

// So many bytes at least. Throws DeviceError, DeviceOutOfMemory.
PinnedMemory take_pinned_memory(std::int64_t bytes);

// The GPU must be done with it.
void give_back_pinned_memory(PinnedMemory memory) noexcept;

std::int64_t kept_pinned_memory();
void free_kept_pinned_memory() noexcept;

}  // namespace bitvox::cuda
