// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/memory/aligned_array.hpp"
#include "core/threads/progress.hpp"
#include "ops/surface/surface_mesh.hpp"

namespace bitvox::surface {

// Bytes that sorting by labels up to `largest` takes beside the mesh, the labels too.
std::int64_t bytes_of_sorting(std::int64_t triangles, std::uint32_t largest);

// Puts the triangles in the order of their labels, those of one label as they were, and makes the
// groups. Throws Cancelled.
void sort_by_label(SurfaceMesh& mesh, AlignedArray<std::uint32_t> labels, std::uint32_t largest,
                   Progress& progress);

}  // namespace bitvox::surface
