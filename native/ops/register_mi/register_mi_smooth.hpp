// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/backends/instruction_set.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/grey_volume.hpp"
#include "ops/register_mi/register_mi_geometry.hpp"

// What the search looks at: the volumes without most of their noise.
namespace bitvox::register_mi {

// Weights of the neighbours along one axis, an odd number of them with the voxel's own in the
// middle; one of them leaves the volume as it is.
using SmoothingRow = std::vector<float>;

inline constexpr int kMostReach = 9;

inline std::int64_t reach(const SmoothingRow& row) {
  return (static_cast<std::int64_t>(row.size()) - 1) / 2;
}

// A Gaussian along every axis: one pass along x, then y, then z, each rounded to 32 bits. What is
// not there, beyond an edge or not finite, counts as the voxel itself.
struct Smoothing {
  SmoothingRow x{1.0F};
  SmoothingRow y{1.0F};
  SmoothingRow z{1.0F};
};

// The Gaussian of this standard deviation, in voxels of a volume's level along x, as long in
// lengths along the other axes; its integral over each voxel, cut at three deviations. 0: none.
Smoothing smoothing_of(double sigma, const Geometry& geometry, Role role,
                       const LevelFactors& level);

// The standard deviation of the noise as part of the contrast, the range between the 0.1 % and the
// 99.9 % quantile of the values: from second differences within slices, which smooth structure
// hardly has. 0 if less than half of the differences are not 0.
double noise_of(const GreySource& source);

// How much to smooth where there is so much noise.
double sigma_for(double noise);

// The smoothed volume, of floats.
std::unique_ptr<GreyVolume> smoothed(InstructionSet instructions, const GreyVolume& in,
                                     const Smoothing& by, int threads, Progress& progress);

}  // namespace bitvox::register_mi
