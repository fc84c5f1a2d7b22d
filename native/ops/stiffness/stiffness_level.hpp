// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/memory/memory.hpp"
#include "diffusion/plain_vector.hpp"
#include "ops/stiffness/stiffness_lattice.hpp"
#include "ops/stiffness/stiffness_rows.hpp"
#include "ops/stiffness/stiffness_tasks.hpp"

namespace bitvox::stiffness {

inline constexpr MemoryUser kHostUser{"Stiffness",
                                      "Crop the image, or reduce it with Image > Scale."};

// A row of elements: as many numbers each as there are elements in it, and room for a block more.
struct LameRow {
  float *mean, *rest, *shear;
};
// Fills the row (y, z), which is 0 before; called by several threads, and twice for each row.
using MaterialRows = std::function<void(std::int64_t y, std::int64_t z, const LameRow& row)>;

// What the inner loops know of a lattice alone.
LevelRows rows_of(const Lattice& lattice, const std::array<double, 3>& voxel);

// The equations of one level: where its nodes are stored, the stiffnesses L and M of its elements,
// and one over the diagonal.
class Level {
 public:
  // Throws HostOutOfMemory before it allocates, InvalidInput where there are more blocks than
  // numbers for them.
  Level(const Lattice& lattice, const std::array<double, 3>& voxel, bool mean_dilatation,
        const MaterialRows& materials, const Tasks& tasks);

  // Of the same, eight elements in one: each has a quarter of the sum of their stiffnesses, which
  // is the mean in a volume of eight by two sizes that are twice as long, squared.
  Level coarse(const Tasks& tasks) const;

  const Lattice& lattice() const { return lattice_; }
  const std::array<double, 3>& voxel() const { return voxel_; }
  LevelRows rows() const;
  // Stored blocks, with the one of zeros.
  std::int64_t blocks() const { return static_cast<std::int64_t>(solid_.size()); }
  // Numbers of a vector.
  std::int64_t numbers() const { return blocks() * kOfBlock; }
  // Where a vector has a component of a node, or 0.
  std::int64_t at(std::int64_t x, std::int64_t y, std::int64_t z, int component) const;
  const PlainVector<float>& inverse() const { return inverse_; }
  // Of all elements.
  Lame<double> sum(const Tasks& tasks) const;
  Lame<float> element(std::int64_t x, std::int64_t y, std::int64_t z) const;

 private:
  void find_places(const std::vector<std::uint8_t>& occupied, const Tasks& tasks);
  void set_inverse(const Tasks& tasks);
  void sum_around(std::int64_t y, std::int64_t z, const LameRow& sums) const;
  std::int64_t blocks_of_row() const { return (lattice_.nodes(0) + kLanes - 1) / kLanes; }
  std::int64_t row_of(std::int64_t y, std::int64_t z) const { return z * lattice_.nodes(1) + y; }

  Lattice lattice_;
  std::array<double, 3> voxel_;
  bool mean_dilatation_;
  PlainVector<std::int32_t> place_;
  std::vector<std::uint8_t> solid_;
  PlainVector<float> mean_, rest_, shear_, inverse_;
};

}  // namespace bitvox::stiffness
