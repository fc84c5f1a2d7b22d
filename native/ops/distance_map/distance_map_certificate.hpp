// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/blocks/block.hpp"
#include "core/volumes/slice_sink.hpp"
#include "ops/distance_map/distance_map.hpp"

namespace bitvox::distance_map {

// Looks at the slices of a block's core, on the way to a sink, if there is one: a distance is right
// if it is at most that to the nearest voxel of the volume that was not read, since any other
// background is read or no nearer. Along an axis that one is straight ahead.
class Certificate final : public SliceSink {
 public:
  // block: in voxels of the volume.
  Certificate(const Job& job, const Block& block, SliceSink* to);

  void begin(const SliceFormat& format) override;
  void write_slice(std::int64_t z, const void* pixels) override;

  // Looks at some slices with several threads, and hands none on. The first is slice z of the core;
  // rows are so many pixels apart, and the core's begin at pixel `first` of each slice.
  void look(std::int64_t z, const SliceBatch& slices, std::int64_t first, std::int64_t pitch,
            int threads);

  bool settled() const { return !unbounded_ && far_ == Far{}; }
  // What to read where it is not settled.
  Box next() const;

 private:
  using Far = std::array<std::array<std::int64_t, 2>, 3>;

  // Of the numbers of the map: that of an unread voxel so many voxels away along the axis.
  double number(std::size_t axis, std::int64_t voxels) const;
  // How many voxels along the axis are at least as far as the number says.
  std::int64_t voxels(std::size_t axis, double number) const;
  bool tells_nothing(double number) const;
  float bound(std::int64_t y, std::int64_t z) const;
  template <class Pixel>
  bool are_right(std::int64_t z, const Pixel* pixels, std::int64_t pitch) const;
  template <class Pixel>
  void look_at(std::int64_t z, const Pixel* pixels, std::int64_t pitch);
  template <class Body>
  void with_pixels(const void* pixels, std::int64_t first, const Body& body) const;
  void note(const Index& at, double number);

  const Job& job_;
  const Block block_;
  SliceSink* to_;
  std::array<double, 3> steps_;
  std::array<std::vector<float>, 3> least_;  // of unread voxels along each axis, for each place
  bool unbounded_ = false;
  Far far_{};  // to be read beyond the core, low and high
};

}  // namespace bitvox::distance_map
