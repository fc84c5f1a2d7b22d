// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <functional>

#include "core/volume_source.hpp"
#include "ops/granulometry/granulometry.hpp"

namespace bitvox {

// Slices first .. first + depth - 1 of a volume as a volume of its own, in which 1 is object: the
// bits as they are, or inverted when the background is measured.
class ObjectSlices final : public VolumeSource {
 public:
  ObjectSlices(const VolumeSource& in, Phase phase, std::int64_t first, std::int64_t depth);

  const Shape& shape() const override { return shape_; }
  void read_slices(std::int64_t first, std::int64_t count, std::uint64_t* words) const override;

 private:
  const VolumeSource& in_;
  Phase phase_;
  std::int64_t first_;
  Shape shape_;
};

// How many slices to count at a time, with `halo` more on each side, so that bytes(slices) stays
// within the budget. requested > 0 is taken as it is. Returns 0 when the slabs would be so thin
// that most of the work were halo.
std::int64_t plan_slab_depth(std::int64_t depth, std::int64_t halo, std::int64_t requested,
                             std::int64_t budget,
                             const std::function<std::int64_t(std::int64_t)>& bytes);

// The thinnest slab worth computing.
std::int64_t least_slab_depth(std::int64_t depth, std::int64_t halo);

}  // namespace bitvox
