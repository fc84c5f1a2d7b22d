// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>

#include "core/backends/instruction_set.hpp"
#include "core/memory/memory.hpp"
#include "core/threads/progress.hpp"
#include "paths/path_grid.hpp"
#include "paths/path_sum.hpp"

namespace bitvox::geodesic {

inline constexpr MemoryUser kHostUser{"Geodesic Distance", "Crop the image."};
inline constexpr MemoryUser kDeviceUser{"Geodesic Distance",
                                        "Choose backend 'auto' or crop the image."};

// What the twins are given, in memory of the host: a cost for each voxel, x fastest, without gaps.
template <class Word, class Cost>
struct Problem {
  const paths::Grid& grid;
  paths::Sum<Word, Cost> sum;
  const Cost* costs;
};

// The distances from any seeds over the same costs.
template <class Word>
class Distances {
 public:
  virtual ~Distances() = default;

  // words, in memory of the host, one a voxel: the seeds' are given, all others are kFar; they
  // become the least sums of all voxels. Words of seeds in walls are kFar. Sums that reach kLimit
  // are kFar too: who calls looks at the largest (sum_is_exact()).
  virtual void find(Word* words, Progress& progress) = 0;
};

// The twins, for words of 32 and 64 bits and costs of 8 and 16. They throw HostOutOfMemory or
// DeviceOutOfMemory before they allocate; progress is asked whenever something may stop it.
template <class Word, class Cost>
std::unique_ptr<Distances<Word>> distances_cpu(InstructionSet instructions,
                                               const Problem<Word, Cost>& problem, int threads);
template <class Word, class Cost>
std::unique_ptr<Distances<Word>> distances_cuda(const Problem<Word, Cost>& problem, int threads,
                                                Progress& progress);

}  // namespace bitvox::geodesic
