// SPDX-License-Identifier: BSD-2-Clause
#include "cuda/device_pool.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <string>

#include "core/backends/chosen_gpu.hpp"
#include "core/memory/memory.hpp"
#include "cuda/cuda_check.hpp"

namespace bitvox::cuda {
namespace {

// CUDA's own pool on a GPU, apart from the one that other code in this process may use. It hands
// memory out in the order of a stream; here each piece is handed out and taken back when the GPU is
// done with it, so that any stream may use it.
class Pool {
 public:
  // The calling thread uses this GPU.
  explicit Pool(Gpu gpu) {
    int supported = 0;
    check(cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, gpu.ordinal),
          "asking the GPU for memory pools");
    if (supported == 0) return;  // some virtual GPUs
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location = {cudaMemLocationTypeDevice, gpu.ordinal};
    check(cudaMemPoolCreate(&pool_, &properties), "making a memory pool");
    std::size_t free = 0;
    std::size_t total = 0;
    check(cudaMemGetInfo(&free, &total), "asking for the GPU's memory");
    std::uint64_t most_kept = total / 4;
    check(cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &most_kept),
          "limiting a memory pool");
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "creating a stream");
  }

  void* take(std::int64_t bytes) {
    const std::string what = "allocating " + readable_bytes(bytes) + " on the GPU";
    void* pointer = nullptr;
    cudaError_t status = try_take(pointer, bytes);
    if (status == cudaErrorMemoryAllocation) {
      cudaGetLastError();
      trim();
      status = try_take(pointer, bytes);
    }
    check(status, what.c_str());
    return pointer;
  }

  void give_back(void* pointer) noexcept {
    if (pool_ == nullptr) {
      cudaFree(pointer);
    } else {
      cudaFreeAsync(pointer, stream_);
      cudaStreamSynchronize(stream_);  // then what is too much to be kept goes to the driver
    }
  }

  std::int64_t kept() const {
    return pool_ == nullptr ? 0
                            : attribute(cudaMemPoolAttrReservedMemCurrent) -
                                  attribute(cudaMemPoolAttrUsedMemCurrent);
  }

  void trim() {
    if (pool_ == nullptr) return;
    check(cudaStreamSynchronize(stream_), "waiting for the GPU");
    check(cudaMemPoolTrimTo(pool_, 0), "giving memory back to the GPU");
  }

 private:
  cudaError_t try_take(void*& pointer, std::int64_t bytes) {
    const auto size = static_cast<std::size_t>(std::max<std::int64_t>(1, bytes));
    if (pool_ == nullptr) return cudaMalloc(&pointer, size);
    const cudaError_t status = cudaMallocFromPoolAsync(&pointer, size, pool_, stream_);
    return status == cudaSuccess ? cudaStreamSynchronize(stream_) : status;
  }

  std::int64_t attribute(cudaMemPoolAttr which) const {
    std::uint64_t value = 0;
    if (cudaMemPoolGetAttribute(pool_, which, &value) != cudaSuccess) {
      cudaGetLastError();
      return 0;  // the GPU was lost
    }
    return static_cast<std::int64_t>(value);
  }

  cudaMemPool_t pool_ = nullptr;
  cudaStream_t stream_ = nullptr;
};

// For good: nothing is freed while the process ends.
struct Pools {
  std::mutex mutex;
  std::map<int, Pool> by_gpu;
};

Pools& pools() {
  static auto* const pools = new Pools;
  return *pools;
}

Pool& pool() {
  const Gpu gpu = chosen_gpu();
  const std::lock_guard lock(pools().mutex);
  return pools().by_gpu.try_emplace(gpu.ordinal, gpu).first->second;
}

}  // namespace

void* take_device_memory(std::int64_t bytes) { return pool().take(bytes); }

void give_back_device_memory(void* pointer) noexcept { pool().give_back(pointer); }

std::int64_t kept_device_memory() {
  const std::lock_guard lock(pools().mutex);
  std::int64_t kept = 0;
  for (const auto& [gpu, pool] : pools().by_gpu) kept += pool.kept();
  return kept;
}

std::int64_t kept_device_memory(Gpu gpu) {
  const std::lock_guard lock(pools().mutex);
  const auto found = pools().by_gpu.find(gpu.ordinal);
  return found == pools().by_gpu.end() ? 0 : found->second.kept();
}

void free_kept_device_memory() {
  const std::lock_guard lock(pools().mutex);
  for (auto& [gpu, pool] : pools().by_gpu) pool.trim();
}

}  // namespace bitvox::cuda
