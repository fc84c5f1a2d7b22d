// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "bits.hpp"
#include "meshes/closedness.hpp"
#include "ops/surface/surface.hpp"
#include "test_volumes.hpp"

// Surfaces of small volumes, for tests.
namespace bitvox::surface {

struct Extracted {
  SurfaceMesh mesh;
  Result result;
};

inline Extracted extract_from(const Input& in, const Options& options) {
  Extracted made;
  NoProgress quiet;
  made.result = extract(in, options, made.mesh, quiet);
  return made;
}

inline Extracted extract_from(const BitVolume& volume, const Options& options = {}) {
  return extract_from(Input{&volume, nullptr}, options);
}

inline Extracted extract_from(const GreyVolume& volume, const Options& options) {
  return extract_from(Input{nullptr, &volume}, options);
}

inline meshes::Mesh to_mesh(const SurfaceMesh& mesh) {
  meshes::Mesh plain;
  for (std::int64_t v = 0; v < mesh.vertices(); ++v) plain.vertices.push_back(mesh.vertex(v));
  for (std::int64_t t = 0; t < mesh.triangles(); ++t) plain.triangles.push_back(mesh.triangle(t));
  return plain;
}

inline bitvox::test::Bits bits_of(const Extracted& made) {
  bitvox::test::Bits bits;
  for (std::int64_t v = 0; v < made.mesh.vertices(); ++v) {
    bits.add(made.mesh.points[static_cast<std::size_t>(v)]);
  }
  for (std::int64_t t = 0; t < made.mesh.triangles(); ++t) bits.add(made.mesh.triangle(t));
  const Result& result = made.result;
  return bits.add(result.labels)
      .add(result.vertices)
      .add(result.triangles)
      .add(result.area)
      .add(result.volume)
      .add(result.euler)
      .add(result.closed);
}

}  // namespace bitvox::surface
