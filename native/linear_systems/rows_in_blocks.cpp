// SPDX-License-Identifier: BSD-2-Clause
#include "linear_systems/rows_in_blocks.hpp"

namespace bitvox::sparse {

Csr<double> to_csr(BlockedRows&& blocked, int threads, Progress& progress) {
  std::vector<std::int64_t> begins;  // of the blocks' entries
  std::int64_t entries = 0;
  for (const RowBlock& block : blocked.blocks) {
    begins.push_back(entries);
    entries += static_cast<std::int64_t>(block.value.size());
  }
  Csr<double> csr;
  csr.rows = csr.columns = blocked.rows;
  csr.starts.resize(static_cast<std::size_t>(blocked.rows + 1));
  csr.column.resize(static_cast<std::size_t>(entries));
  csr.value.resize(static_cast<std::size_t>(entries));
  parallel_for(static_cast<std::int64_t>(blocked.blocks.size()), threads, progress,
               [&](std::int64_t i) {
                 RowBlock& block = blocked.blocks[static_cast<std::size_t>(i)];
                 const std::int64_t begin = begins[static_cast<std::size_t>(i)];
                 std::transform(block.ends.begin(), block.ends.end(),
                                csr.starts.begin() + i * blocked.in_block + 1,
                                [begin](std::int64_t end) { return begin + end; });
                 std::copy(block.column.begin(), block.column.end(), csr.column.begin() + begin);
                 std::copy(block.value.begin(), block.value.end(), csr.value.begin() + begin);
                 block = {};
               });
  return csr;
}

}  // namespace bitvox::sparse
