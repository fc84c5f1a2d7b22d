// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/memory/zeroed_words.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/shape.hpp"
#include "ops/granulometry/granulometry.hpp"
#include "ops/granulometry/granulometry_rows.hpp"

namespace bitvox::granulometry {

// A volume cut into bricks (granulometry_rows.hpp). Rows of bricks are numbered by y, then z.
struct BrickGrid {
  BrickGrid(const Shape& volume, bool planar_bricks)
      : shape(volume),
        planar(planar_bricks),
        brick_height(planar ? 64 : 8),
        brick_depth(planar ? 1 : 8),
        width((volume.width + 7) / 8),
        height((volume.height + brick_height - 1) / brick_height),
        depth((volume.depth + brick_depth - 1) / brick_depth) {}

  std::int64_t rows() const { return height * depth; }
  std::int64_t bricks() const { return rows() * width; }
  std::int64_t set_words() const { return (width + 63) / 64; }

  Shape shape;
  bool planar;
  std::int64_t brick_height;  // voxels
  std::int64_t brick_depth;
  std::int64_t width;  // bricks
  std::int64_t height;
  std::int64_t depth;
};

// The planes that kernels exist for: the fewest that hold `largest`.
int planes_for(int largest);

// Everything the twin keeps for one block.
class Bricks {
 public:
  // Reads and converts the object. planar: every slice on its own.
  Bricks(const Rows& kernels, const VolumeSource& object, bool planar, Edges edges, int threads,
         Progress& progress);

  // Bounds the distances from above, from whole bricks of object only: cheap, and good enough to do
  // without planes that would stay zero.
  int distance_bound(Edges edges) const;

  // Makes room for values up to `largest`, with or without the copies of faces.
  void allocate_values(int largest, Element element);

  // The step in row (y, z), with what the step before (of parity `before`) changed.
  BrickRowStep step(std::int64_t y, std::int64_t z, int step, int before) const;

  // One vector a brick, and one more on either side of each row; null rows are outside.
  std::uint64_t* object_row(int parity, std::int64_t y, std::int64_t z) const;
  std::uint64_t* data_row(std::int64_t y, std::int64_t z) const;
  void forget_changes();

  // Slices of the layer z of bricks, as bit-packed rows: a brick of one plane for each of row y.
  void to_bricks(const Rows& kernels, const std::uint64_t* slices, std::int64_t y, std::int64_t z,
                 std::uint64_t* to) const;

  static std::int64_t bytes(const BrickGrid& grid, int largest);

  const BrickGrid grid;
  const std::uint64_t outside_word;  // what the object is beyond the faces of the volume
  std::int64_t object_bricks = 0;    // that hold an object voxel
  int planes = 0;
  std::int64_t stride = 0;  // words from brick to brick

 private:
  bool inside(std::int64_t y, std::int64_t z) const {
    return y >= 0 && y < grid.height && z >= 0 && z < grid.depth;
  }
  std::int64_t row_index(std::int64_t y, std::int64_t z) const { return z * grid.height + y; }
  std::int64_t object_row_words() const { return kVectorWords * (grid.width + 2); }
  std::uint64_t* changed_row(int parity, std::int64_t y, std::int64_t z) const;
  // The voxels inside the volume, of the bricks of row (y, z): all but the last one, the last one.
  void find_inside(std::int64_t y, std::int64_t z, std::uint64_t masks[2 * kVectorWords]) const;
  std::int64_t convert_layer(const Rows& kernels, VolumeReader& object, std::int64_t z);

  ZeroedWords object_;     // two buffers of rows, and one row outside
  ZeroedWords changed_;    // two buffers of sets, and one outside
  ZeroedWords distances_;  // of each brick, the least and the largest
  ZeroedWords insides_;    // masks of (y last or not) x (z last or not)
  ZeroedWords data_;       // the bricks' planes and faces, and one row outside
};

}  // namespace bitvox::granulometry
