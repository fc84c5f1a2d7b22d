// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/threads/progress.hpp"
#include "core/volumes/grey_volume.hpp"
#include "core/volumes/slice_sink.hpp"
#include "ops/register_mi/register_mi_matcher.hpp"

namespace bitvox::register_mi {

// See Matcher::resample.
std::int64_t resample(InstructionSet instructions, const GreyVolume& in, const Resampling& how,
                      int threads, SliceSink& out, Progress& progress);

}  // namespace bitvox::register_mi
