// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/threads/progress.hpp"
#include "ops/deformation/deformation_engine.hpp"
#include "ops/deformation/deformation_model.hpp"

namespace bitvox::deformation {

// Whether a place is no number, or a node faster than a spacing per step.
bool has_diverged(const State& state);

// Appends the row of a frame after so many steps. Sums are doubles in a fixed order.
void add_row(const Model& model, const Options& options, const State& state, std::int64_t step,
             double load, int threads, Progress& progress, Table& table);

}  // namespace bitvox::deformation
