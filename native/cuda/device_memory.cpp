// SPDX-License-Identifier: BSD-2-Clause
#include "cuda/device_memory.hpp"

#include <algorithm>
#include <cstdint>

#include "core/backends/chosen_gpu.hpp"
#include "cuda/cuda_check.hpp"
#include "cuda/device_pool.hpp"

namespace bitvox::cuda {

Memory device_memory() {
  std::size_t free = 0;
  std::size_t total = 0;
  check(cudaMemGetInfo(&free, &total), "asking for the GPU's free memory");
  constexpr std::int64_t kReserve = std::int64_t{64} << 20;
  return {Memory::Kind::kDevice,
          std::max<std::int64_t>(
              0, static_cast<std::int64_t>(free) + kept_device_memory(chosen_gpu()) - kReserve)};
}

}  // namespace bitvox::cuda
