// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>

#include "ops/register_mi/register_mi_candidates.hpp"
#include "ops/register_mi/register_mi_comparison.hpp"
#include "ops/register_mi/register_mi_limits.hpp"

namespace bitvox::register_mi {

// Where the volumes fit alike however far they are shifted in some direction, as equal slices do
// along z and stripes along themselves, the motion loses its shift that way, to whole last steps:
// of motions that fit alike it is the smallest. Returns a sentence that says so, or nothing.
std::string stay_where_nothing_holds(Comparison& comparison, const SearchLimits& limits,
                                     double last_step, Candidate& found);

}  // namespace bitvox::register_mi
