// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>

#include "core/memory/memory.hpp"
#include "core/threads/progress.hpp"
#include "paths/path_grid.hpp"
#include "paths/path_sum.hpp"

namespace bitvox::paths {

// Sums from any seeds over one array of costs, which stays on the GPU.
template <class Word>
class SumsCuda {
 public:
  virtual ~SumsCuda() = default;

  // As settle_tiles_cpu(). Words that reach kLimit become kFar. Throws DeviceError, Cancelled.
  virtual void settle(Word* words, Progress& progress) = 0;

  // The same from one voxel, whose sum is 0; the sums stay on the GPU. Some of them, all, and the
  // largest that is not kFar.
  virtual void settle_from(std::int64_t root, Progress& progress) = 0;
  virtual void read(std::int64_t first, std::int64_t count, Word* words) = 0;
  virtual void read_all(Word* words, Progress& progress) = 0;
  virtual Word largest(Progress& progress) = 0;

  // What the last call did: how often it looked at a tile, or, where ways are long and narrow, how
  // many nodes they had and how many were left when no more could go.
  struct Work {
    std::int64_t tiles = 0;
    std::int64_t nodes = 0;
    std::int64_t left = 0;
  };
  virtual Work work() const = 0;
};

// Words of 32 and 64 bits, costs of 8 and 16. Throws DeviceOutOfMemory before it allocates,
// DeviceError, Cancelled.
template <class Word, class Cost>
std::unique_ptr<SumsCuda<Word>> sums_cuda(const MemoryUser& user, const Grid& grid,
                                          const Sum<Word, Cost>& sum, const Cost* costs,
                                          int threads, Progress& progress);

}  // namespace bitvox::paths
