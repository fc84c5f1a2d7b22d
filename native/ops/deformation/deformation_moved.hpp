// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/threads/progress.hpp"
#include "ops/deformation/deformation_cloud.hpp"
#include "ops/deformation/deformation_engine.hpp"
#include "ops/deformation/deformation_model.hpp"

namespace bitvox::deformation {

// What nodes say about where places at rest go, or about where places now come from.
enum class Way { kThere, kBack };

// The nodes of a model, in the unit of the options, with their displacements and the gradients of
// these by weighted least squares over neighbours; `reach` is h in spacings, `cell` that of the
// cloud. It needs bytes_of_moved(nodes) of memory. Throws Cancelled.
inline constexpr std::int64_t bytes_of_moved(std::int64_t nodes) {
  return nodes * static_cast<std::int64_t>(2 * sizeof(CloudPoint) + sizeof(Vector));
}
Cloud moved_nodes(const Model& model, const State& state, double reach, Way way, double cell,
                  int threads, Progress& progress);

}  // namespace bitvox::deformation
