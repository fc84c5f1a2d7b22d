// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/backends/instruction_set.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/grey_volume.hpp"
#include "core/volumes/slice_sink.hpp"
#include "ops/register_mi/register_mi_matcher.hpp"

// A volume that is moved by a motion that is known: the twins. They read it, hand on the result,
// and return how many of its voxels lie in the volume.
namespace bitvox::register_mi {

std::int64_t apply_cpu(InstructionSet instructions, const GreySource& moving, const Resampling& how,
                       int threads, SliceSink& out, Progress& progress);
std::int64_t apply_cuda(const GreySource& moving, const Resampling& how, int threads,
                        SliceSink& out, Progress& progress);

}  // namespace bitvox::register_mi
