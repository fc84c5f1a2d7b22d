// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/minkowski/minkowski_layers.hpp"

namespace bitvox::minkowski {

// What the counts mean. Border layers are looked at where edges are clipped.
ShapeNumbers numbers_of_volume(const Layers& layers, const Shape& shape, const Options& options);
ShapeNumbers numbers_of_slice(const Layers& layers, const Shape& shape, const Options& options);

}  // namespace bitvox::minkowski
