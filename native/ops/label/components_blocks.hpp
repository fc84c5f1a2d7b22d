// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "core/blocks/block.hpp"
#include "core/memory/memory.hpp"
#include "ops/label/components.hpp"
#include "ops/label/label_parts.hpp"

// Components over blocks: of volumes that are too large to be held where they are found.
namespace bitvox::label {

// One voxel towards higher x, y and z; none across slices that are on their own.
Reach reach_of(const Job& job);

// The faces of the volume among those of what a block reads.
std::uint8_t real_faces(const Block& block);

// Finds the components of a block, and what is to be known of them to join those of all blocks.
class BlockTwin {
 public:
  using Partial = Parts;

  explicit BlockTwin(const Job& job) : job_(job) {}
  virtual ~BlockTwin() = default;

  // Of a volume on its own, which must stay as it is while they live.
  virtual std::unique_ptr<Components> find(const BitVolume& volume, Progress& progress) const = 0;

  Parts compute(const Block& block, SliceSink* none, Progress& progress) const;

  const Job& job() const { return job_; }

 private:
  Job job_;
};

class CpuTwin final : public BlockTwin {
 public:
  static MemoryUser user();
  static std::int64_t bytes(const Job& job, const Block& block);  // whatever is in it
  CpuTwin(const Job& job, InstructionSet instructions, const Block& largest);
  std::unique_ptr<Components> find(const BitVolume& volume, Progress& progress) const override;

 private:
  InstructionSet instructions_;
};

class GpuTwin final : public BlockTwin {
 public:
  static MemoryUser user();
  static std::int64_t bytes(const Job& job, const Block& block);  // whatever is in it
  GpuTwin(const Job& job, Gpu gpu, const Block& largest);
  std::unique_ptr<Components> find(const BitVolume& volume, Progress& progress) const override;
};

// The components of the whole, with the same labels as if they had been found at once. Every
// question finds those of the blocks again, so that only the labels of their parts are kept. Throws
// InvalidInput where the blocks have more components together than there are labels.
std::unique_ptr<Components> components_in_blocks(std::unique_ptr<const BlockTwin> twin,
                                                 const std::vector<Block>& blocks,
                                                 Progress& progress);

}  // namespace bitvox::label
