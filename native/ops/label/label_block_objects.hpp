// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/blocks/block.hpp"
#include "ops/label/label.hpp"

// What one block knows of objects, and what the blocks of a volume know of them together.
namespace bitvox::label {

// Of an object what is in the core of a block, in coordinates of the whole. One that only reaches
// into what is read besides has no voxels; its sums of shape count.
struct ObjectPart {
  std::int64_t label = 0;
  std::int64_t voxels = 0;
  std::array<std::int64_t, 3> sums{};
  std::array<std::int64_t, 6> squares{};
  std::array<std::int32_t, 6> box{};
  std::int32_t faces = 0;
  std::int64_t surface = 0;
  std::int64_t euler = 0;
  // Of a second image of whole numbers: their sum, the smallest and the largest.
  std::int64_t values = 0;
  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();

  template <class Each>
  static void fields(Each&& field) {
    field("label", &ObjectPart::label);
    field("voxels", &ObjectPart::voxels);
    field("sums", &ObjectPart::sums);
    field("squares", &ObjectPart::squares);
    field("box", &ObjectPart::box);
    field("faces", &ObjectPart::faces);
    field("surface", &ObjectPart::surface);
    field("euler", &ObjectPart::euler);
    field("values", &ObjectPart::values);
    field("least", &ObjectPart::least);
    field("most", &ObjectPart::most);
  }
};

// Those of some blocks, in any order.
struct ObjectParts {
  std::vector<ObjectPart> parts;

  void add(const ObjectParts& other);

  template <class Each>
  static void fields(Each&& field) {
    field("parts", &ObjectParts::parts);
  }
};

// bits: what the block reads; labels_of_runs: the labels of the whole, by the ranks of the runs.
// second: an image of the shape of what is read, or null. Throws InvalidInput if it is of floats,
// whose sums are not the same in blocks.
ObjectParts objects_of_block(const Block& block, const BitVolume& bits,
                             std::vector<std::uint32_t> labels_of_runs, const GreySource* second,
                             const Options& options, int threads, Progress& progress);

// Those of all blocks together: `count` objects of a volume of the shape `whole`. Throws
// InvalidInput for parts of something else.
Objects objects_of_parts(const ObjectParts& all, std::int64_t count, const Shape& whole,
                         bool has_values, const Options& options);

}  // namespace bitvox::label
