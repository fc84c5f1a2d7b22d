// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <memory>
#include <string>

#include "head_volume.hpp"
#include "ops/register_mi/register_mi.hpp"
#include "ops/register_mi/register_mi_matcher.hpp"
#include "test_volumes.hpp"

// What the tests of registration share.
namespace bitvox::test {

inline std::unique_ptr<register_mi::Matcher> matcher_for(const std::string& backend,
                                                         const register_mi::Task& task) {
  NoProgress quiet;
#ifdef BITVOX_WITH_CUDA
  if (backend == "cuda") {
    return register_mi::make_matcher_cuda(task, quiet);
  }
#endif
  return register_mi::make_matcher_cpu(*choose_backend(backend).instructions, task, quiet);
}

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
