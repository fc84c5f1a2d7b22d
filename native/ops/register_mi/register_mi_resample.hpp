// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/grey_volume.hpp"
#include "core/progress.hpp"
#include "ops/register_mi/register_mi_matcher.hpp"

namespace bitvox::cpu {

// See RegisterMatcher::resample.
std::int64_t resample(const RowKernels& rows, const GreyVolume& in, const Resampling& how,
                      int threads, GreySink& out, Progress& progress);

}  // namespace bitvox::cpu
