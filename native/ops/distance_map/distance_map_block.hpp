// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/blocks/run_block.hpp"
#include "ops/distance_map/distance_map.hpp"

// One block, for who goes through those of a volume elsewhere. How far it has to read only its
// distances tell: they are right where no voxel that was not read is nearer.
namespace bitvox::distance_map {

// Of a core, if all of its distances are right.
struct BlockDistances {
  std::vector<std::int64_t> numbers;  // what is found in it, as to_numbers() writes it
  RunReport run;
  // Where some may be wrong, what to read for the same core instead: x, y, z, width, height, depth.
  // It settles all, unless there was nothing to measure the distance to: then it is twice as far.
  std::vector<std::int64_t> next;

  template <class Each>
  static void fields(Each&& field) {
    field("numbers", &BlockDistances::numbers);
    field("run", &BlockDistances::run);
    field("next", &BlockDistances::next);
  }
};
constexpr std::string_view java_name(const BlockDistances*) { return "BlockDistances"; }

// What is read at first.
Reach first_reach(const Options& options, const Shape& whole);

// in: what the block reads, as a volume of its own; mask (or null) likewise. The slices of the core
// go to `map`, which may be null; they are right if there is nothing else to read.
BlockDistances measure_block(const VolumeSource& in, const VolumeSource* mask, const Block& block,
                             const Options& options, SliceSink* map, Progress& progress);

BlockMemory memory_for(const Block& block, const Options& options);

// The numbers of the whole, from what is found in all cores.
Result finish(const Found& found, const Options& options);

}  // namespace bitvox::distance_map
