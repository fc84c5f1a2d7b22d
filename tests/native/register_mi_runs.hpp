// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>

#include "head_volume.hpp"
#include "ops/register_mi/register_mi.hpp"

// What the tests of registration share.
namespace bitvox::test {

// What a second modality makes of a value.
inline double as_it_is(double v) { return v; }
inline double negative(double v) { return 250 - v; }

inline register_mi::Options near(const std::string& backend, double shift) {
  register_mi::Options options;
  options.backend = backend;
  options.max_shift = register_mi::Reach{shift, shift, shift};
  return options;
}

inline register_mi::Options turned(const std::string& backend, double shift, double angle,
                                   const VoxelSize& voxel) {
  register_mi::Options options;
  options.backend = backend;
  options.max_shift = register_mi::Reach{shift, shift, shift};
  options.max_angle = angle;
  options.axes = register_mi::Axes::kXyz;
  options.pixel_aspect = voxel.y / voxel.x;
  options.slice_aspect = voxel.z / voxel.x;
  return options;
}

}  // namespace bitvox::test
