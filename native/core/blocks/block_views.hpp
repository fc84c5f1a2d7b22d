// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <memory>

#include "core/blocks/block.hpp"
#include "core/volumes/grey_volume.hpp"
#include "core/volumes/volume_source.hpp"

// What a block sees of its inputs, read from them as it is needed: nothing is held twice.
namespace bitvox {

// A box of a volume, as a volume of its own. The box is within the volume.
class BoxSource final : public VolumeSource {
 public:
  BoxSource(const VolumeSource& in, const Box& box) : in_(in), box_(box), shape_(box.shape()) {}

  const Shape& shape() const override { return shape_; }
  std::unique_ptr<VolumeReader> open() const override { return in_.open_box(box_); }

 private:
  const VolumeSource& in_;
  Box box_;
  Shape shape_;
};

// The voxels of a block that count, as a volume of the shape of what the block reads: the core,
// without what is not in the mask, which may be null and is of the whole volume's shape.
class CountedVoxels final : public VolumeSource {
 public:
  CountedVoxels(const Block& block, const VolumeSource* mask);

  const Shape& shape() const override { return shape_; }
  std::unique_ptr<VolumeReader> open() const override;

 private:
  Block block_;
  Shape shape_;
  std::unique_ptr<BoxSource> mask_;
};

// What two volumes of one shape have in common.
class Intersection final : public VolumeSource {
 public:
  Intersection(const VolumeSource& a, const VolumeSource& b) : a_(a), b_(b) {}

  const Shape& shape() const override { return a_.shape(); }
  std::unique_ptr<VolumeReader> open() const override;

 private:
  const VolumeSource& a_;
  const VolumeSource& b_;
};

// A box of a grey volume, as a volume of its own. The box is within the volume.
class GreyBox final : public GreySource {
 public:
  GreyBox(const GreySource& in, const Box& box) : in_(in), box_(box), shape_(box.shape()) {}

  const Shape& shape() const override { return shape_; }
  PixelType type() const override { return in_.type(); }
  std::unique_ptr<GreyReader> open() const override;

 private:
  const GreySource& in_;
  Box box_;
  Shape shape_;
};

}  // namespace bitvox
