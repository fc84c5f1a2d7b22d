// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <memory>

#include "core/blocks/object_box.hpp"

namespace bitvox::local_thickness {

// The object in what a block reads, as foreground. The outermost layer is background at faces
// within the volume, if the block reads beyond its core there: no ball is larger there than in the
// whole, as a straight line to background that was not read comes through that layer.
class ClosedObject final : public VolumeSource {
 public:
  ClosedObject(const VolumeSource& in, Phase phase, const Block& block)
      : object_(in, phase, block.read), block_(block) {}

  const Shape& shape() const override { return object_.shape(); }
  std::unique_ptr<VolumeReader> open() const override;

 private:
  ObjectBox object_;
  Block block_;
};

}  // namespace bitvox::local_thickness
