// SPDX-License-Identifier: BSD-2-Clause
#include "ops/skeleton_graph/skeleton_rows.hpp"

namespace bitvox::skeleton_graph {
namespace {

// A volume's sides, and the voxels of a skeleton that fits the memory, are less than 2^31.
void append(std::vector<std::int32_t>& column, std::int64_t value) {
  column.push_back(static_cast<std::int32_t>(value));
}

void append(PositionColumns& columns, const VoxelPosition& at) {
  append(columns[0], at.x);
  append(columns[1], at.y);
  append(columns[2], at.z);
}

VoxelPosition position(const PositionColumns& columns, std::size_t row) {
  return {columns[0][row], columns[1][row], columns[2][row]};
}

}  // namespace

void Branches::add(const Branch& branch) {
  append(skeleton, branch.skeleton);
  length.push_back(branch.length);
  append(voxels, branch.voxels);
  append(first, branch.first);
  append(last, branch.last);
  mean_distance.push_back(branch.mean_distance);
}

Branch Branches::operator[](std::size_t row) const {
  return {skeleton[row],        length[row],         voxels[row],
          position(first, row), position(last, row), mean_distance[row]};
}

void Parts::add(const Part& part) {
  append(branches, part.branches);
  append(junctions, part.junctions);
  append(end_points, part.end_points);
  append(junction_voxels, part.junction_voxels);
  append(slab_voxels, part.slab_voxels);
  append(triple_points, part.triple_points);
  append(quadruple_points, part.quadruple_points);
  total_length.push_back(part.total_length);
  longest_branch.push_back(part.longest_branch);
  longest_path.push_back(part.longest_path);
  append(path_first, part.path_first);
  append(path_last, part.path_last);
}

Part Parts::operator[](std::size_t row) const {
  return {
      branches[row],       junctions[row],     end_points[row],           junction_voxels[row],
      slab_voxels[row],    triple_points[row], quadruple_points[row],     total_length[row],
      longest_branch[row], longest_path[row],  position(path_first, row), position(path_last, row)};
}

}  // namespace bitvox::skeleton_graph
