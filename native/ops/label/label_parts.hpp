// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/blocks/block.hpp"
#include "core/options/terms.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"

namespace bitvox::label {

// What blocks know of components together. Each block reads one voxel more towards higher x, y and
// z than its core has. So any two voxels that touch are read by one block, and a voxel that several
// blocks read says which of their components are parts of one, however voxels are connected.
struct Parts {
  // A voxel that some blocks have read and others will. Those at the edges and corners of cores are
  // read by four and by eight.
  struct Seam {
    std::int64_t voxel = 0;  // number in the whole volume, in raster order
    std::uint32_t part = 0;  // of those below
    std::uint8_t read = 0;   // by so many of
    std::uint8_t readers = 0;

    template <class Each>
    static void fields(Each&& field) {
      field("voxel", &Seam::voxel);
      field("part", &Seam::part);
      field("read", &Seam::read);
      field("readers", &Seam::readers);
    }
  };
  // Voxels of a part that another block counts.
  struct Halo {
    std::uint32_t part = 0;
    std::int64_t voxels = 0;

    template <class Each>
    static void fields(Each&& field) {
      field("part", &Halo::part);
      field("voxels", &Halo::voxels);
    }
  };

  // Of each block, in the order in which they were added, how many parts, in raster order of their
  // first voxels. Parts without a voxel in the core are among them: they join others.
  std::vector<std::int64_t> counts;
  std::vector<std::int64_t> first;     // of each part, the first voxel that its block has read
  std::vector<std::uint32_t> parents;  // another part of the same component, or the part itself
  std::vector<Halo> halos;
  std::vector<Seam> open;  // in the order of their voxels

  // Joins what the seams say. Throws InvalidInput where there are more parts than labels.
  void add(const Parts& other);

  template <class Each>
  static void fields(Each&& field) {
    field("counts", &Parts::counts);
    field("first", &Parts::first);
    field("parents", &Parts::parents);
    field("halos", &Parts::halos);
    field("open", &Parts::open);
  }

  std::uint32_t root_of(std::uint32_t part);
  void join(std::uint32_t a, std::uint32_t b);
};

// The parts in one block, from its bits and the labels of their runs, of which there are `count`.
Parts parts_of_block(const Block& block, Extent extent, const BitVolume& bits, std::int64_t count,
                     const std::vector<std::uint32_t>& labels_of_runs, int threads,
                     Progress& progress);

// The labels of all parts, when no seam is open: 1, 2, ... in raster order of the components' first
// voxels.
struct LabelledParts {
  std::vector<std::uint32_t> labels;
  std::int64_t count = 0;  // of components
};
LabelledParts label_parts(Parts& parts, Progress& progress);

}  // namespace bitvox::label
