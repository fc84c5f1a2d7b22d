// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>

#include "core/backends/instruction_set.hpp"
#include "core/memory/memory.hpp"
#include "core/threads/progress.hpp"
#include "ops/geodesic/geodesic_twins.hpp"
#include "paths/sum_map.hpp"

namespace bitvox::minimal_path {

inline constexpr MemoryUser kHostUser{"Minimal Path", "Crop the image."};
inline constexpr MemoryUser kDeviceUser{"Minimal Path", "Choose backend 'auto' or crop the image."};

// Maps of the sums from single voxels over the same costs.
template <class Word>
class Maps {
 public:
  virtual ~Maps() = default;

  // Finds the sums from a voxel, the root. All up to that of the goal become final, as
  // settle_tiles_cpu() says; with paths::kNoGoal all do.
  virtual void find(std::int64_t root, std::int64_t goal, Progress& progress) = 0;

  // What was found last, until the next is; parts of it that are fetched ask this progress. And the
  // largest of it that is not far.
  virtual paths::SumMap<Word>& sums(Progress& progress) = 0;
  virtual Word largest(Progress& progress) = 0;
};

// The twins, for words of 32 and 64 bits and costs of 8 and 16. They throw DeviceOutOfMemory before
// they allocate; progress is asked whenever something may stop it.
template <class Word, class Cost>
std::unique_ptr<Maps<Word>> maps_cpu(InstructionSet instructions,
                                     const geodesic::Problem<Word, Cost>& problem, int threads);
template <class Word, class Cost>
std::unique_ptr<Maps<Word>> maps_cuda(const geodesic::Problem<Word, Cost>& problem, int threads,
                                      Progress& progress);

}  // namespace bitvox::minimal_path
