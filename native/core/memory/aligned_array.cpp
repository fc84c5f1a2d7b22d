// SPDX-License-Identifier: BSD-2-Clause
#include "core/memory/aligned_array.hpp"

#include <algorithm>
#include <memory>
#include <mutex>
#include <numeric>
#include <vector>

#include "core/memory/ask_for_memory.hpp"
#include "core/platform/platform.hpp"

namespace bitvox {
namespace {

constexpr std::int64_t kHugePage = std::int64_t{2} << 20;
constexpr std::int64_t kLarge = 4 * kHugePage;  // from here on the last page hardly matters

struct Block {
  void* pointer;
  std::int64_t bytes;
};

void* new_memory(std::int64_t alignment, std::int64_t bytes) {
  return ask_for_memory([&] {
    return platform::aligned_memory(static_cast<std::size_t>(alignment),
                                    static_cast<std::size_t>(bytes));
  });
}

// Large blocks, of which some that were given back are kept for the next ones: the system clears
// new memory page by page, which can take longer than it takes to compute what goes there. It may
// take their pages whenever it is short of memory, and then clears new ones.
class LargeBlocks {
 public:
  // Lives as long as the process.
  static LargeBlocks& instance() {
    static auto* const blocks = new LargeBlocks;
    return *blocks;
  }

  void* take(std::int64_t bytes) {
    if (void* const kept = take_kept(bytes)) return kept;
    std::unique_ptr<void, platform::FreeMemory> block(new_memory(kHugePage, bytes));
    platform::prefer_huge_pages(block.get(), static_cast<std::size_t>(bytes));
    const std::lock_guard lock(mutex_);
    make_room();
    used_.push_back({block.get(), bytes});
    return block.release();
  }

  std::int64_t kept_bytes() {
    const std::lock_guard lock(mutex_);
    return bytes_of_kept();
  }

  void free_kept() {
    const std::lock_guard lock(mutex_);
    free_kept(0);
  }

  // False where it is none of them.
  bool give_back(void* pointer) {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(used_.begin(), used_.end(),
                                    [&](const Block& block) { return block.pointer == pointer; });
    if (found == used_.end()) return false;
    const Block block = *found;
    used_.erase(found);
    kept_.push_back(block);
    free_kept(may_take_pages(block) ? kMostKept : 0);
    return true;
  }

 private:
  static constexpr std::int64_t kMostKept = std::int64_t{1} << 30;

  // For one more block that is used, and so that all can be given back.
  void make_room() {
    used_.reserve(used_.size() + 1);
    kept_.reserve(kept_.size() + used_.size() + 1);
  }

  // The smallest one that is large enough, and not much larger; null where there is none.
  void* take_kept(std::int64_t bytes) {
    const std::lock_guard lock(mutex_);
    auto best = kept_.end();
    for (auto block = kept_.begin(); block != kept_.end(); ++block) {
      if (block->bytes < bytes || block->bytes > bytes + bytes / 4) continue;
      if (best == kept_.end() || block->bytes < best->bytes) best = block;
    }
    if (best == kept_.end()) return nullptr;
    const Block block = *best;
    used_.push_back(block);
    kept_.erase(best);
    return block.pointer;
  }

  // Lets the system have the pages when it needs some.
  static bool may_take_pages(const Block& block) {
    return platform::lend_pages(block.pointer, static_cast<std::size_t>(block.bytes));
  }

  std::int64_t bytes_of_kept() const {
    return std::accumulate(kept_.begin(), kept_.end(), std::int64_t{0},
                           [](std::int64_t sum, const Block& block) { return sum + block.bytes; });
  }

  // The oldest ones, until so many bytes are left.
  void free_kept(std::int64_t most) {
    std::int64_t bytes = bytes_of_kept();
    auto first = kept_.begin();
    for (; bytes > most; ++first) {
      bytes -= first->bytes;
      platform::free_memory(first->pointer);
    }
    kept_.erase(kept_.begin(), first);
  }

  std::mutex mutex_;
  std::vector<Block> used_;
  std::vector<Block> kept_;  // those given back last are behind
};

}  // namespace

void* allocate_aligned(std::int64_t bytes) {
  const std::int64_t size = (bytes / kAlignedBytes + 2) * kAlignedBytes;
  if (bytes >= kLarge) {
    return LargeBlocks::instance().take((size + kHugePage - 1) / kHugePage * kHugePage);
  }
  return new_memory(kAlignedBytes, size);
}

void free_aligned(void* pointer) noexcept {
  const bool may_be_large = reinterpret_cast<std::uintptr_t>(pointer) % kHugePage == 0;
  if (may_be_large && LargeBlocks::instance().give_back(pointer)) return;
  platform::free_memory(pointer);
}

std::int64_t kept_array_bytes() { return LargeBlocks::instance().kept_bytes(); }

void free_kept_arrays() { LargeBlocks::instance().free_kept(); }

}  // namespace bitvox
