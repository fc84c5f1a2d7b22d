// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/backends/run_on.hpp"
#include "core/blocks/plan_blocks.hpp"
#include "core/blocks/run_blocks.hpp"
#include "core/memory/memory.hpp"
#include "cuda/device_memory.hpp"

namespace bitvox {

// Where the slices of the result go; `to` is null for nowhere.
struct BlockOutput {
  WatchedSink* to = nullptr;
  SliceFormat format;
};

// Who takes the memory: where several operations share a twin, the job says which it is.
template <class Twin, class Job>
MemoryUser user_of(const Job& job) {
  if constexpr (requires { Twin::user(job); }) {
    return Twin::user(job);
  } else {
    return Twin::user();
  }
}

// Computes these blocks by this twin.
template <class Twin, class Job, class Device>
typename Twin::Partial run_planned(const Job& job, const std::vector<Block>& blocks,
                                   const Device& device, const Memory& memory,
                                   const BlockOutput& output, Progress& progress) {
  const MemoryUser user = user_of<Twin>(job);
  const Block largest = largest_of(blocks);
  require_memory(user, memory, Twin::bytes(job, largest));
  std::optional<CoreSink> cores;
  if (output.to != nullptr) {
    require_memory(user, host_memory(), CoreSink::bytes(blocks, output.format));
    cores.emplace(*output.to, output.format);
  }
  Twin twin(job, device, largest);
  return run_blocks(blocks, twin, cores ? &*cores : nullptr, progress);
}

// Plans blocks for this memory and computes them by this twin.
template <class Twin, class Job, class Device>
typename Twin::Partial run_twin(const Job& job, BlockRules rules, const Device& device,
                                const Memory& memory, const BlockOutput& output,
                                Progress& progress) {
  if constexpr (requires { Twin::kAxis; }) rules.axis = Twin::kAxis;
  if constexpr (requires { Twin::most_side(job); }) rules.most = Twin::most_side(job);
  const std::vector<Block> blocks =
      plan_blocks(rules, user_of<Twin>(job), memory,
                  [&](const Block& block) { return Twin::bytes(job, block); });
  return run_planned<Twin>(job, blocks, device, memory, output, progress);
}

// All that an operation of one pass calls: on the GPU or the CPU, as run_on() says, in blocks. A
// CPU that takes over plans anew and begins with the first block.
template <class CpuTwin, class GpuTwin, class Job>
typename CpuTwin::Partial run_twins(const Job& job, const BlockRules& rules,
                                    std::string_view backend, GpuUse gpu, const BlockOutput& output,
                                    RunReport& report, Progress& progress) {
  return run_on(
      backend, gpu, report,
      [&](Gpu device) {
        return run_twin<GpuTwin>(job, rules, device, cuda::device_memory(), output, progress);
      },
      [&](InstructionSet instructions) {
        return run_twin<CpuTwin>(job, rules, instructions, host_memory(), output, progress);
      },
      output.to, &progress);
}

}  // namespace bitvox
