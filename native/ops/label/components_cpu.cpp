// SPDX-License-Identifier: BSD-2-Clause
#include <memory>

#include "core/blocks/plan_blocks.hpp"
#include "core/error.hpp"
#include "ops/label/components_blocks.hpp"
#include "ops/label/label_cpu.hpp"

namespace bitvox::label {

MemoryUser CpuTwin::user() { return kHostUser; }

// The bits, the numbers of runs before each word, and the labels of at most so many runs, once more
// where they are handed out.
std::int64_t CpuTwin::bytes(const Job&, const Block& block) {
  return block.read.shape().word_count() * (8 + 4 + 2 * 4 * kMostRunsOfWord);
}

CpuTwin::CpuTwin(const Job& job, InstructionSet instructions, const Block&)
    : BlockTwin(job), instructions_(instructions) {}

std::unique_ptr<Components> CpuTwin::find(const BitVolume& volume, Progress& progress) const {
  return std::make_unique<ComponentsCpu>(
      instructions_, Job{volume, job().connectivity, job().extent, job().threads}, progress);
}

namespace {

std::unique_ptr<Components> find_in_blocks(InstructionSet instructions, const Job& job,
                                           Progress& progress) {
  const std::vector<Block> blocks =
      plan_blocks({job.volume.shape(), reach_of(job), job.block}, CpuTwin::user(), host_memory(),
                  [&](const Block& block) { return CpuTwin::bytes(job, block); });
  return components_in_blocks(std::make_unique<CpuTwin>(job, instructions, largest_of(blocks)),
                              blocks, progress);
}

}  // namespace

// What a volume takes depends on its runs, and is mostly far less than the most that it could.
std::unique_ptr<Components> components_cpu(InstructionSet instructions, const Job& job,
                                           Progress& progress) {
  if (job.block != Index{}) return find_in_blocks(instructions, job, progress);
  try {
    return std::make_unique<ComponentsCpu>(instructions, job, progress);
  } catch (const HostOutOfMemory&) {  // known before runs are joined
    PhaseProgress rest(progress, 1, 10, 10);
    return find_in_blocks(instructions, job, rest);
  }
}

}  // namespace bitvox::label
