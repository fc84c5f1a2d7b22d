// SPDX-License-Identifier: BSD-2-Clause
#include "core/memory/kept_memory.hpp"

#include "core/memory/aligned_array.hpp"
#include "cuda/device_pool.hpp"
#include "cuda/pinned_pool.hpp"

namespace bitvox {

KeptMemory kept_memory() {
  return {kept_array_bytes(), cuda::kept_device_memory(), cuda::kept_pinned_memory()};
}

void free_kept_memory() {
  free_kept_arrays();
  cuda::free_kept_device_memory();
  cuda::free_kept_pinned_memory();
}

}  // namespace bitvox
