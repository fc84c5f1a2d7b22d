// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <memory>

#include "core/blocks/block_views.hpp"
#include "core/options/terms.hpp"
#include "core/volumes/volume_source.hpp"

namespace bitvox {

// A box of a volume as a volume of its own, in which 1 is object: the bits as they are, or inverted
// when the background is measured.
class ObjectBox final : public VolumeSource {
 public:
  ObjectBox(const VolumeSource& in, Phase phase, const Box& box) : in_(in, box), phase_(phase) {}

  const Shape& shape() const override { return in_.shape(); }
  std::unique_ptr<VolumeReader> open() const override;

 private:
  BoxSource in_;
  Phase phase_;
};

}  // namespace bitvox
