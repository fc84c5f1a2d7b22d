// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/threads/progress.hpp"
#include "rays/mesh_views.hpp"
#include "rays/photon_beam.hpp"
#include "rays/point_sources.hpp"

namespace bitvox::rays {

struct MeshDose {
  std::vector<double> doses;  // of each point
  // Ways whose signed number of hits is not what it should be: of open meshes.
  std::int64_t odd_ways = 0;
  std::int64_t touched = 0;  // points that lie on a triangle, neither inside nor outside
};

// What the sources do to each of these points through meshes (point_dose.hpp), per squared unit of
// length of the meshes. What lies inside two meshes counts in both, and a mesh that is open is as
// thick as its hits say, at least 0.
//
// From each point all sources are seen at once: hits of rays with ends (ray_hits.hpp), on a grid
// around the point. Lengths are right to 1e-7 of the farthest corner's distance. The same doses for
// any number of threads. Throws InvalidInput (meshes, places, what point_dose() throws), Cancelled,
// HostOutOfMemory.
MeshDose mesh_dose(const MaterialMeshes& meshes, const PhotonBeam& beam,
                   const PointSources& sources, const std::vector<Vec3>& points, int threads,
                   Progress& progress);

}  // namespace bitvox::rays
