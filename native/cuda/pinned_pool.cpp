// SPDX-License-Identifier: BSD-2-Clause
#include "cuda/pinned_pool.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <mutex>
#include <string>
#include <vector>

#include "core/memory/memory.hpp"
#include "cuda/cuda_check.hpp"

namespace bitvox::cuda {
namespace {

class Pool {
 public:
  Pool() { kept_.reserve(kMostPieces); }

  // The smallest piece that is large enough, but for those that are more than twice as large.
  PinnedMemory take(std::int64_t bytes) {
    const std::lock_guard lock(mutex_);
    auto best = kept_.end();
    for (auto piece = kept_.begin(); piece != kept_.end(); ++piece) {
      if (piece->bytes >= bytes && piece->bytes <= 2 * bytes &&
          (best == kept_.end() || piece->bytes < best->bytes)) {
        best = piece;
      }
    }
    if (best == kept_.end()) return {};
    const PinnedMemory memory = *best;
    kept_.erase(best);
    kept_bytes_ -= memory.bytes;
    return memory;
  }

  // Whether it is kept.
  bool keep(PinnedMemory memory) noexcept {
    const std::lock_guard lock(mutex_);
    if (kept_.size() == kMostPieces || kept_bytes_ + memory.bytes > kMostBytes) return false;
    kept_.push_back(memory);
    kept_bytes_ += memory.bytes;
    return true;
  }

  std::int64_t kept() {
    const std::lock_guard lock(mutex_);
    return kept_bytes_;
  }

  void clear() noexcept {
    const std::lock_guard lock(mutex_);
    for (const PinnedMemory& memory : kept_) cudaFreeHost(memory.pointer);
    kept_.clear();
    kept_bytes_ = 0;
  }

 private:
  static constexpr std::size_t kMostPieces = 64;
  static constexpr std::int64_t kMostBytes = std::int64_t{64} << 20;

  std::mutex mutex_;
  std::vector<PinnedMemory> kept_;
  std::int64_t kept_bytes_ = 0;
};

Pool& pool() {
  static Pool* const pool = new Pool;  // for good: nothing is freed while the process ends
  return *pool;
}

}  // namespace

PinnedMemory take_pinned_memory(std::int64_t bytes) {
  PinnedMemory memory = pool().take(bytes);
  if (memory.pointer != nullptr) return memory;
  const auto allocate = [&] {
    return cudaHostAlloc(&memory.pointer, static_cast<std::size_t>(bytes), cudaHostAllocDefault);
  };
  cudaError_t status = allocate();
  if (status == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    pool().clear();
    status = allocate();
  }
  const std::string what = "pinning " + readable_bytes(bytes) + " of host memory";
  check(status, what.c_str());
  memory.bytes = bytes;
  return memory;
}

void give_back_pinned_memory(PinnedMemory memory) noexcept {
  if (!pool().keep(memory)) cudaFreeHost(memory.pointer);
}

std::int64_t kept_pinned_memory() { return pool().kept(); }

void free_kept_pinned_memory() noexcept { pool().clear(); }

}  // namespace bitvox::cuda
