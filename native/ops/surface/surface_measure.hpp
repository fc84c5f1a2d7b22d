// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <vector>

#include "core/threads/progress.hpp"
#include "ops/surface/surface.hpp"

namespace bitvox::surface {

// The volume of each of the mesh's groups. Throws Cancelled.
std::vector<double> volumes(const SurfaceMesh& mesh, int threads, Progress& progress);

// Triangles, area, volume, Euler number and closedness of each of the mesh's groups, whose numbers
// of vertices are known. Throws Cancelled.
void measure(const SurfaceMesh& mesh, int threads, Result& result, Progress& progress);

}  // namespace bitvox::surface
