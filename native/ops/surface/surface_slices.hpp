// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/volumes/bit_volume.hpp"
#include "core/volumes/grey_volume.hpp"
#include "ops/surface/surface_mesh.hpp"

namespace bitvox::surface {

// A slice as the extraction sees it: which voxels are inside, rows of width / 64 + 1 words, so that
// there is a bit behind each row's last voxel; and what else the kind needs of voxels.
template <class Value>
struct Slice {
  explicit Slice(const Shape& shape)
      : width(shape.width),
        height(shape.height),
        stride(shape.width / 64 + 1),
        inside(static_cast<std::size_t>(stride * shape.height)),
        none(static_cast<std::size_t>(stride)) {}

  // Rows that are not there are outside.
  const std::uint64_t* row(std::int64_t y) const {
    return y < 0 || y >= height ? none.data() : inside.data() + y * stride;
  }
  Value value(std::int64_t x, std::int64_t y) const {
    return x < 0 || x >= width || y < 0 || y >= height || values.empty()
               ? Value{}
               : values[static_cast<std::size_t>(y * width + x)];
  }
  const Value* value_row(std::int64_t y) const { return values.data() + y * width; }

  std::int64_t width;
  std::int64_t height;
  std::int64_t stride;
  std::vector<std::uint64_t> inside;
  std::vector<std::uint64_t> none;
  std::vector<Value> values;  // row after row; empty for a slice that is not there
};

// The kinds: what slices hold, how they are read by a thread of its own, which words of
// neighbouring voxels differ, and where a vertex lies between two of them.

struct NoValue {};

// Foreground and background.
class BinarySlices {
 public:
  using Value = NoValue;
  static constexpr int kValueBytes = 0;
  static constexpr bool kHasLabels = false;

  explicit BinarySlices(const BitVolume& volume) : volume_(&volume) {}

  const Shape& shape() const { return volume_->shape(); }
  void read(std::int64_t z, Slice<Value>& slice) const;

 private:
  const BitVolume* volume_;
};

// Labels, 0 for background.
class LabelSlices {
 public:
  using Value = std::uint32_t;
  static constexpr int kValueBytes = 4;
  static constexpr bool kHasLabels = true;

  // only: the label that counts, or 0 for all.
  LabelSlices(const GreySource& image, int only)
      : image_(&image), reader_(image.open()), only_(static_cast<std::uint32_t>(only)) {}

  const Shape& shape() const { return image_->shape(); }
  // Throws InvalidInput for what is no label.
  void read(std::int64_t z, Slice<Value>& slice) const;

 private:
  const GreySource* image_;
  std::unique_ptr<GreyReader> reader_;
  std::uint32_t only_;
};

// Values, of which those of at least the level are inside.
class GreySlices {
 public:
  using Value = float;
  static constexpr int kValueBytes = 4;
  static constexpr bool kHasLabels = false;

  GreySlices(const GreySource& image, double level)
      : image_(&image), reader_(image.open()), level_(level) {}

  const Shape& shape() const { return image_->shape(); }
  void read(std::int64_t z, Slice<Value>& slice) const;
  double level() const { return level_; }

 private:
  const GreySource* image_;
  std::unique_ptr<GreyReader> reader_;
  double level_;
};

// Where the value passes the level, from the one voxel to the next, in 1/16384: never at an end, as
// there several vertices would be one. In the middle if a value is not finite.
std::int32_t crossing(double from, double to, double level);

}  // namespace bitvox::surface
