// SPDX-License-Identifier: BSD-2-Clause
#include "core/kept_memory.hpp"

#include "cuda/device_pool.hpp"
#include "cuda/pinned_pool.hpp"

namespace bitvox {

KeptMemory kept_memory() { return {cuda::kept_device_memory(), cuda::kept_pinned_memory()}; }

void free_kept_memory() {
  cuda::free_kept_device_memory();
  cuda::free_kept_pinned_memory();
}

}  // namespace bitvox
