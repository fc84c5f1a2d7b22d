// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "core/backends/instruction_set.hpp"
#include "core/host_and_device.hpp"
#include "core/memory/aligned_array.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"
#include "ops/distance_map/distance_map.hpp"
#include "ops/split_objects/split_objects.hpp"

namespace bitvox::split_objects {

// Heights as whole numbers in the same order: 0 is outside, the largest one above all others is
// that of given markers.
template <class T>
inline constexpr T kTopHeight = static_cast<T>(-1);

BITVOX_BOTH inline std::uint32_t height_of(float number) {
  const float with_one_zero = number + 0.0F;
#ifdef __CUDA_ARCH__
  const std::uint32_t bits = __float_as_uint(with_one_zero);
#else
  const auto bits = std::bit_cast<std::uint32_t>(with_one_zero);
#endif
  return bits >> 31 != 0 ? ~bits : bits | std::uint32_t{1} << 31;
}
inline double number_of_height(std::uint32_t height) {
  return std::bit_cast<float>(height >> 31 != 0 ? height & ~(std::uint32_t{1} << 31) : ~height);
}

// What is needed to make them.
struct HeightJob {
  InstructionSet instructions;
  const Options& options;
  int threads;
  bool planar;
};

// What numbers are as heights.
struct HeightNumbers {
  bool squares = false;  // of distances in voxels, else what height_of() makes of a float
  double scale = 1;      // of their roots

  double operator()(std::uint32_t height) const {
    if (!squares) return number_of_height(height);
    return static_cast<float>(scale * std::sqrt(static_cast<double>(height)));
  }
};

distance_map::Job distance_job(const HeightJob& job, const VolumeSource& volume);

// Squared distances in voxels, where these are cubes and all are below 65535: their order is that
// of the distances. Else null.
AlignedArray<std::uint16_t> squared_distances(const HeightJob& job, const BitVolume& volume,
                                              Progress& progress);

// All other heights, of which height_of() is kept.
AlignedArray<std::uint32_t> distances(const HeightJob& job, const BitVolume& volume,
                                      Progress& progress);
// Voxels that are not finite are taken out of the volume.
AlignedArray<std::uint32_t> grey_heights(const HeightJob& job, const GreySource& image,
                                         BitVolume& volume, Progress& progress);

}  // namespace bitvox::split_objects
