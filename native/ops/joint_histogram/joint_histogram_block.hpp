// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/blocks/block.hpp"
#include "core/blocks/run_block.hpp"
#include "ops/joint_histogram/joint_histogram_measure.hpp"
#include "ops/joint_histogram/joint_histogram_sums.hpp"

// One block, for who goes through those of a volume elsewhere: it reads its core alone.
namespace bitvox::joint_histogram {

// What the pairs of a block give, or those of several.
struct Partial {
  int first_type = -1;  // PixelType; of none: -1
  int second_type = -1;
  std::vector<std::int64_t> counts;
  std::int64_t outside = 0;
  std::int64_t not_finite = 0;
  bool first_below_zero = false;
  bool second_below_zero = false;
  ExactSums exact;                  // of integers, unless they follow from the counts
  std::vector<BlockSums> in_order;  // where an image is of floats: of each block of pixels

  // Where an image is of floats, the other's pixels come after all these.
  void add(const Partial& other);

  template <class Each>
  static void fields(Each&& field) {
    field("first_type", &Partial::first_type);
    field("second_type", &Partial::second_type);
    field("counts", &Partial::counts);
    field("outside", &Partial::outside);
    field("not_finite", &Partial::not_finite);
    field("first_below_zero", &Partial::first_below_zero);
    field("second_below_zero", &Partial::second_below_zero);
    field("exact", &Partial::exact);
    field("in_order", &Partial::in_order);
  }
};

// All of a block, which is given as volumes of their own; mask may be null. The ranges of the
// options are known. Throws as measure() does, and InvalidInput if the options want what is found
// in the whole alone.
Partial count_block(const GreySource& first, const GreySource& second, const VolumeSource* mask,
                    const Options& options, RunReport& run, Progress& progress);

// What that takes, beside its inputs.
BlockMemory memory_of(const Shape& read, const Options& options);

// The result of the whole. Throws InvalidInput (numbers of something else).
Result finish(const Partial& sum, const Options& options);

}  // namespace bitvox::joint_histogram
