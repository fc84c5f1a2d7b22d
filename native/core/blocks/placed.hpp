// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <memory>
#include <stdexcept>

#include "core/blocks/block.hpp"
#include "core/volumes/grey_volume.hpp"
#include "core/volumes/volume_source.hpp"

// Volumes of which no more is at hand than what a block reads: the rest lies on other computers,
// say. Twins read boxes only, and so need no more.
namespace bitvox {

// Where the voxels of a box of the whole are in what is held.
inline Box in_held(const Box& box, const Box& held) {
  if (!(common(box, held) == box)) {
    throw std::logic_error("this part of the volume is not at hand");
  }
  return moved(box, held.begin);
}

// A binary volume of which `held` is that box. Without voxels at hand (null) it is its size alone.
class PlacedVolume final : public VolumeSource {
 public:
  PlacedVolume(const Shape& whole, const Box& box, const VolumeSource* held)
      : whole_(whole), box_(box), held_(held) {}

  const Shape& shape() const override { return whole_; }
  std::unique_ptr<VolumeReader> open() const override { return open_box(box_of(whole_)); }
  std::unique_ptr<VolumeReader> open_box(const Box& box) const override {
    if (held_ == nullptr) throw std::logic_error("no voxel of the volume is at hand");
    return held_->open_box(in_held(box, box_));
  }

 private:
  Shape whole_;
  Box box_;
  const VolumeSource* held_;
};

// The same of a grey volume. It may be read as if all of it were there, but for other voxels.
class PlacedGrey final : public GreySource {
 public:
  PlacedGrey(const Shape& whole, const Box& box, PixelType type, const GreySource* held)
      : whole_(whole), box_(box), type_(type), held_(held) {}

  const Shape& shape() const override { return whole_; }
  PixelType type() const override { return type_; }
  std::unique_ptr<GreyReader> open() const override;

 private:
  Shape whole_;
  Box box_;
  PixelType type_;
  const GreySource* held_;
};

}  // namespace bitvox
