// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace bitvox::skeleton_graph {

struct VoxelPosition {
  std::int64_t x = 0;
  std::int64_t y = 0;
  std::int64_t z = 0;

  bool operator==(const VoxelPosition&) const = default;
};

struct Branch {
  std::int64_t skeleton = 0;  // which of the 26-connected skeletons, from 1, by first voxel
  double length = 0;          // in units of the spacing
  std::int64_t voxels = 0;    // both ends included
  VoxelPosition first;
  VoxelPosition last;
  double mean_distance = 0;  // over its voxels, from the distance map; 0 without one
};

// One of the 26-connected skeletons.
struct Part {
  std::int64_t branches = 0;
  std::int64_t junctions = 0;
  std::int64_t end_points = 0;
  std::int64_t junction_voxels = 0;
  std::int64_t slab_voxels = 0;
  std::int64_t triple_points = 0;     // junctions in which three branches end
  std::int64_t quadruple_points = 0;  // and four; one that returns ends twice
  double total_length = 0;
  double longest_branch = 0;
  double longest_path = 0;  // this and its ends only if it is asked for
  VoxelPosition path_first;
  VoxelPosition path_last;

  // Independent ones: links - nodes + 1, a ring's first voxel being a node too.
  std::int64_t loops() const {
    return branches - std::max<std::int64_t>(1, end_points + junctions) + 1;
  }
};

// There may be millions of them, so that a result keeps a column for each of their numbers, which
// is what Java takes. A row is put together when it is asked for.
template <class Columns>
class RowIterator {
 public:
  RowIterator(const Columns& columns, std::size_t row) : columns_(columns), row_(row) {}
  auto operator*() const { return columns_[row_]; }
  RowIterator& operator++() {
    ++row_;
    return *this;
  }
  bool operator!=(const RowIterator& other) const { return row_ != other.row_; }

 private:
  const Columns& columns_;
  std::size_t row_;
};

// x, y and z.
using PositionColumns = std::array<std::vector<std::int32_t>, 3>;

struct Branches {
  std::vector<std::int32_t> skeleton;
  std::vector<double> length;
  std::vector<std::int32_t> voxels;
  PositionColumns first;
  PositionColumns last;
  std::vector<double> mean_distance;

  void add(const Branch& branch);
  Branch operator[](std::size_t row) const;
  std::size_t size() const { return skeleton.size(); }
  bool empty() const { return skeleton.empty(); }
  RowIterator<Branches> begin() const { return {*this, 0}; }
  RowIterator<Branches> end() const { return {*this, size()}; }

  template <class Each>
  static void fields(Each&& field) {
    field("skeleton", &Branches::skeleton);
    field("length", &Branches::length);
    field("voxels", &Branches::voxels);
    field("first", &Branches::first);
    field("last", &Branches::last);
    field("mean_distance", &Branches::mean_distance);
  }
};
constexpr std::string_view java_name(const Branches*) { return "SkeletonBranches"; }

struct Parts {
  std::vector<std::int32_t> branches;
  std::vector<std::int32_t> junctions;
  std::vector<std::int32_t> end_points;
  std::vector<std::int32_t> junction_voxels;
  std::vector<std::int32_t> slab_voxels;
  std::vector<std::int32_t> triple_points;
  std::vector<std::int32_t> quadruple_points;
  std::vector<double> total_length;
  std::vector<double> longest_branch;
  std::vector<double> longest_path;
  PositionColumns path_first;
  PositionColumns path_last;

  void add(const Part& part);
  Part operator[](std::size_t row) const;
  std::size_t size() const { return branches.size(); }
  RowIterator<Parts> begin() const { return {*this, 0}; }
  RowIterator<Parts> end() const { return {*this, size()}; }

  template <class Each>
  static void fields(Each&& field) {
    field("branches", &Parts::branches);
    field("junctions", &Parts::junctions);
    field("end_points", &Parts::end_points);
    field("junction_voxels", &Parts::junction_voxels);
    field("slab_voxels", &Parts::slab_voxels);
    field("triple_points", &Parts::triple_points);
    field("quadruple_points", &Parts::quadruple_points);
    field("total_length", &Parts::total_length);
    field("longest_branch", &Parts::longest_branch);
    field("longest_path", &Parts::longest_path);
    field("path_first", &Parts::path_first);
    field("path_last", &Parts::path_last);
  }
};
constexpr std::string_view java_name(const Parts*) { return "SkeletonParts"; }

}  // namespace bitvox::skeleton_graph
