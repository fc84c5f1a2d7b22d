// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/threads/progress.hpp"
#include "ops/surface/surface_mesh.hpp"

namespace bitvox::surface {

// Bytes that smoothing takes beside the mesh.
std::int64_t bytes_of_smoothing(std::int64_t vertices, std::int64_t triangles);

// Taubin's filter (surface.hpp), so many times there and back, the same for any number of threads.
// Throws Cancelled.
void smooth(SurfaceMesh& mesh, int times, int threads, Progress& progress);

}  // namespace bitvox::surface
