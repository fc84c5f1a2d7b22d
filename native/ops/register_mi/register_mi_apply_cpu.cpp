// SPDX-License-Identifier: BSD-2-Clause
#include "core/memory/memory.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/register_mi/register_mi_apply.hpp"
#include "ops/register_mi/register_mi_pyramid.hpp"
#include "ops/register_mi/register_mi_resample.hpp"

namespace bitvox::register_mi {

std::int64_t apply_cpu(InstructionSet instructions, const GreySource& moving, const Resampling& how,
                       int threads, SliceSink& out, Progress& progress) {
  const std::vector<LevelFactors> full(1);
  const std::int64_t slice = how.shape.width * how.shape.height * bytes_per_pixel(moving.type());
  require_memory({"moving the image", "Crop it."}, host_memory(),
                 Pyramid::bytes(moving, full) + slice);
  auto [loading, resampling] = progress_parts(progress, 3, 7);
  const Pyramid volume(moving, full, threads, loading);
  return resample(instructions, volume.level(0), how, threads, out, resampling);
}

}  // namespace bitvox::register_mi
