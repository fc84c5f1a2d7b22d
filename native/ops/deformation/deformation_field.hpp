// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"
#include "ops/deformation/deformation.hpp"
#include "ops/deformation/deformation_engine.hpp"
#include "ops/deformation/deformation_model.hpp"

namespace bitvox::deformation {

// What the images that are wanted need besides.
std::int64_t bytes_of_images(const Shape& shape, std::int64_t nodes, const Outputs& outputs);

// The images that are wanted of a model's nodes, `reach` being h in spacings. Throws Cancelled, and
// what the grey image and the sinks throw.
void write_images(const BitVolume& mask, const Options& options, const Model& model,
                  const State& state, double reach, const Outputs& outputs, int threads,
                  Progress& progress);

}  // namespace bitvox::deformation
