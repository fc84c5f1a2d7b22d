// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/threads/progress.hpp"
#include "ops/deformation/deformation_cloud.hpp"
#include "ops/deformation/deformation_engine.hpp"
#include "ops/deformation/deformation_model.hpp"

namespace bitvox::deformation {

// What nodes say about where places at rest go, or about where places now come from.
enum class Way { kThere, kBack };

// The nodes of a model, in the unit of the options, with their displacements and the gradients of
// these by weighted least squares over neighbours; `reach` is h in spacings, `cell` that of the
// cloud. Throws HostOutOfMemory, Cancelled.
Cloud moved_nodes(const Model& model, const State& state, double reach, Way way, double cell,
                  int threads, Progress& progress);

}  // namespace bitvox::deformation
