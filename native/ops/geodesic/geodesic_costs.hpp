// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>

#include "core/memory/aligned_array.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"
#include "ops/geodesic/geodesic.hpp"

namespace bitvox::geodesic {

// A whole number for each voxel, of 8 bits where the largest cost is below 255.
struct Costs {
  AlignedArray<std::uint8_t> narrow;  // one of the two
  AlignedArray<std::uint16_t> wide;
  std::uint64_t largest = 0;
  double unit = 1;
  double reference = 0;
  std::int64_t walls = 0;
  std::int64_t clipped = 0;
  std::int64_t vanished = 0;

  // body(costs) with the array that there is.
  template <class Body>
  decltype(auto) with(const Body& body) const {
    return narrow ? body(static_cast<const std::uint8_t*>(narrow.get()))
                  : body(static_cast<const std::uint16_t*>(wide.get()));
  }
};

// mean: of the seeds' values, for costs that need it.
Costs read_costs(const GreySource& image, const std::optional<BitVolume>& mask,
                 const Options& options, double mean, int threads, Progress& progress);

}  // namespace bitvox::geodesic
