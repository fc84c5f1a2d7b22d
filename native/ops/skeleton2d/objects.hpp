// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/shape.hpp"
#include "ops/skeleton2d/skeleton2d.hpp"

namespace bitvox::skeleton2d {

// Counts the pixels and the 8-connected objects of one slice, from the runs of its rows. CPU only,
// one thread a slice: linear in the number of runs.
PixelCount count_objects(const std::uint64_t* slice, const Shape& shape);

}  // namespace bitvox::skeleton2d
