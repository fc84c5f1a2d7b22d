// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/memory/aligned_array.hpp"
#include "core/threads/progress.hpp"
#include "ops/flow/flow_grid.hpp"
#include "ops/flow/flow_rows.hpp"

namespace bitvox::flow {

// The cells of the CPU twin: pitch of them lie between rows, so that there is a cell before the
// first and one behind the last, and rows end with whole blocks. Rows begin with a cache line.
struct Links {
  static constexpr std::int64_t kLine = 16;  // floats of it
  std::int64_t pitch = 0;
  std::int64_t blocks_of_row = 0;
  std::int64_t cells = 0;
  AlignedArray<std::uint32_t> links;  // of each cell, see flow_lattice.hpp
  AlignedArray<float> share;          // B of each cell; null where no voxel is solid in part
  struct Row {
    bool fluid = false;   // any
    bool linked = false;  // any link
    bool partly = false;  // any B
    std::vector<FaceLink> faces;
  };
  std::vector<Row> rows;

  std::int64_t cell(std::int64_t row, std::int64_t x) const { return kLine + row * pitch + x; }
  std::int64_t blocks() const { return blocks_of_row; }
};

// For populations of so many bytes. Throws HostOutOfMemory, and what progress throws.
Links make_links(const Grid& grid, std::int64_t bytes, int threads, Progress& progress);

}  // namespace bitvox::flow
