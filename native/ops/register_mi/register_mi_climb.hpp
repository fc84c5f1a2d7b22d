// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <vector>

#include "ops/register_mi/register_mi_candidates.hpp"
#include "ops/register_mi/register_mi_comparison.hpp"
#include "ops/register_mi/register_mi_limits.hpp"

// How candidates get to the best place near them.
namespace bitvox::register_mi {

// In voxels of the level.
struct StepRange {
  double first = 1;
  double last = 0.5;
};

// Each candidate goes to the top of the quadric through the places a step around it, as long as
// that leads far, then with half the step. What so many places say together is not led astray by
// ripples that are smaller than the step. Afterwards the best comes first.
void climb(Comparison& comparison, const SearchLimits& limits, const StepRange& steps,
           std::vector<Candidate>& candidates);

// Each candidate steps to the best of its neighbours along the axes as long as one is better, then
// with half the step. Afterwards the best comes first.
void walk(Comparison& comparison, const SearchLimits& limits, const StepRange& steps,
          std::vector<Candidate>& candidates);

// The best first.
void sort_by_information(std::vector<Candidate>& candidates);

// Only the best of those at one place.
void keep_apart(const RigidMotion& distance, std::vector<Candidate>& candidates);

}  // namespace bitvox::register_mi
