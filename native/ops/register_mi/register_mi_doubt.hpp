// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>
#include <vector>

#include "ops/register_mi/register_mi_candidates.hpp"
#include "ops/register_mi/register_mi_comparison.hpp"
#include "ops/register_mi/register_mi_limits.hpp"

namespace bitvox::register_mi {

// What makes a motion doubtful, in sentences for the user, or nothing: the volumes share
// little, or hardly more than they do far away from it; another of the candidates fits nearly as
// well; or they would fit better if they turned about an axis about which they may not.
std::string doubts_about(Comparison& comparison, const SearchLimits& limits,
                         const RigidMotion& found, const std::vector<Candidate>& others);

}  // namespace bitvox::register_mi
