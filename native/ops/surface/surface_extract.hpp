// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/surface/surface.hpp"

namespace bitvox::surface {

// extract() of what was checked.
Result extract_cpu(const Input& in, const Options& options, SurfaceMesh& mesh, Progress& progress);

}  // namespace bitvox::surface
