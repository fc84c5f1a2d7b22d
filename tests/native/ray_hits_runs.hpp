// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <utility>
#include <vector>

#include "bits.hpp"
#include "ops/ray_hits/ray_hits.hpp"
#include "ray_scenes.hpp"

namespace bitvox::ray_hits {

struct CollectedHits final : HitSink {
  std::vector<RayHit> all;
  void take(std::span<const RayHit> hits) override {
    all.insert(all.end(), hits.begin(), hits.end());
  }
};

inline meshes::Mesh to_mesh(const ray_scenes::Shape& shape) {
  return {shape.vertices, shape.corners};
}

inline meshes::MeshSet to_set(std::vector<meshes::Mesh> meshes) {
  NoProgress quiet;
  return meshes::mesh_set(std::move(meshes), quiet);
}

inline test::Bits bits_of(const Result& result, const std::vector<RayHit>& hits) {
  test::Bits bits;
  for (const RayHit& hit : hits) {
    bits.add(hit.ray).add(hit.distance).add(hit.triangle).add(hit.mesh).add(hit.leaves);
  }
  bits.add(result.triangles).add(result.open_edges).add(result.winding).add(result.step);
  bits.add(result.flat).add(result.touched).add(result.rays_hit).add(result.hits);
  return bits.add(result.deepest).add(result.deepest_ray).add(result.odd_rays);
}

}  // namespace bitvox::ray_hits
