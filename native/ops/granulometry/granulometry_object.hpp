// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>

#include "core/shape.hpp"
#include "core/terms.hpp"
#include "core/volume_source.hpp"

namespace bitvox::granulometry {

// Slices first .. first + depth - 1 of a volume as a volume of its own, in which 1 is object: the
// bits as they are, or inverted when the background is measured.
class ObjectSlices final : public VolumeSource {
 public:
  ObjectSlices(const VolumeSource& in, Phase phase, std::int64_t first, std::int64_t depth);

  const Shape& shape() const override { return shape_; }
  std::unique_ptr<VolumeReader> open() const override;

 private:
  const VolumeSource& in_;
  Phase phase_;
  std::int64_t first_;
  Shape shape_;
};

}  // namespace bitvox::granulometry
