// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"
#include "core/volumes/grey_volume.hpp"
#include "ops/split_objects/split_objects.hpp"
#include "ops/split_objects/split_objects_watershed.hpp"

namespace bitvox::split_objects {

// Given markers within the foreground.
struct GivenMarkers {
  Seeds seeds;
  std::vector<std::uint32_t> firsts;  // their first voxels, ascending
  std::vector<std::int64_t> numbers;  // what each is called in the image of markers
  std::int64_t lost = 0;              // numbers without a voxel in the foreground
};

GivenMarkers read_markers(const GreySource& image, const BitVolume& volume, const Options& options,
                          int threads, Progress& progress);

}  // namespace bitvox::split_objects
