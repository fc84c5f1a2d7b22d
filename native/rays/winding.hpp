// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/threads/progress.hpp"
#include "rays/scene.hpp"

namespace bitvox::rays {

// Where the source lies.
struct SourcePlace {
  // Of each material, how often its meshes wind around the source: 0 outside of them, 1 inside of
  // one. What the signed number of hits is on every ray of closed meshes.
  std::vector<int> winding;
  // Triangles that the source lies on: it is neither inside nor outside then.
  std::int64_t touched = 0;
};

enum class Surfaces { kClosed, kOpen };

// Closed: exactly. Open: the nearest whole number of the generalized winding number, the share of
// the full solid angle that the surface fills as the source sees it (A. Jacobson, L. Kavan, O.
// Sorkine-Hornung, "Robust inside-outside segmentation using generalized winding numbers", ACM
// Transactions on Graphics 32 (2013)). The source of a parallel beam is outside of everything.
SourcePlace place_source(const Triangles& triangles, BeamKind beam, Surfaces surfaces, int threads,
                         Progress& progress);

}  // namespace bitvox::rays
