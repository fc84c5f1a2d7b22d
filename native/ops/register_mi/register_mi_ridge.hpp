// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/register_mi/register_mi_candidates.hpp"
#include "ops/register_mi/register_mi_comparison.hpp"
#include "ops/register_mi/register_mi_limits.hpp"

namespace bitvox::register_mi {

// From a place near the top to the top. A turn and a shift can nearly make up for one another;
// along such a ridge information changes so little that steps along the parts of a motion end
// before the top. So it goes along the principal axes of the quadric through the places around, the
// flattest first, with steps that are the longer the flatter the axis is.
void climb_ridges(Comparison& comparison, const SearchLimits& limits, Candidate& candidate);

}  // namespace bitvox::register_mi
