// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "diffusion/grid.hpp"
#include "diffusion/link_levels.hpp"

namespace bitvox::weighted_grid {

// A cycle over levels that follow the links, on the CPU: a damped Jacobi sweep down and one up on
// every level.
class LinkCycleCpu {
 public:
  LinkCycleCpu() = default;
  LinkCycleCpu(const Links& finest, const RowLoop& loop);

  bool empty() const { return levels_.empty(); }

  // Adds to the values of cells what corrects what is left over of them. A correction from below is
  // taken so many times.
  void correct(const GridField<float>& left, float times, GridField<float>& value,
               const RowLoop& loop) const;

 private:
  struct Vectors {
    PlainVector<float> rhs, value, swept;
  };

  std::vector<LinkLevel> levels_;
  std::vector<Vectors> vectors_;
  std::vector<Nodes> nodes_;
};

}  // namespace bitvox::weighted_grid
