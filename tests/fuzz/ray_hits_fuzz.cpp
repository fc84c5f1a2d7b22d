// SPDX-License-Identifier: BSD-2-Clause
#include <cstdlib>
#include <memory>

#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"
#include "ray_hits_runs.hpp"

namespace bitvox::ray_hits {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

// On a coarse lattice, so that much lies on rays and on other things, or anywhere.
rays::Vector some_place(FuzzBytes& bytes, bool is_coarse) {
  rays::Vector place{};
  for (double& x : place) {
    x = is_coarse ? static_cast<double>(bytes.between(-4, 4))
                  : static_cast<double>(bytes.between(-40000, 40000)) / 10000;
  }
  return place;
}

meshes::Mesh some_mesh(FuzzBytes& bytes, bool is_coarse) {
  ray_scenes::Shape shape;
  for (std::int64_t i = bytes.between(0, 6); i > 0; --i) {
    const rays::Vector a = some_place(bytes, is_coarse);
    const rays::Vector b = some_place(bytes, is_coarse);
    if (bytes.yes()) {
      shape.add(ray_scenes::box(a, b));
    } else {
      const rays::Vector c = some_place(bytes, is_coarse);
      shape.add(ray_scenes::tetrahedron(a, b, c, some_place(bytes, is_coarse)));
    }
  }
  if (bytes.rarely() && !shape.corners.empty()) shape.corners.pop_back();
  return to_mesh(shape);
}

FuzzRun make(FuzzBytes& bytes) {
  const bool is_coarse = bytes.yes();
  auto meshes = std::make_shared<std::vector<meshes::Mesh>>();
  for (std::int64_t i = bytes.between(bytes.rarely() ? 0 : 1, 3); i > 0; --i) {
    meshes->push_back(some_mesh(bytes, is_coarse));
  }
  Options options;
  fuzz::fuzz_fields(bytes, options);
  if (!bytes.rarely()) {
    options.detector.columns = bytes.integer(1, 70);
    options.detector.rows = bytes.integer(1, 20);
    options.detector.source_object = static_cast<double>(bytes.between(0, 40));
    options.detector.source_detector = static_cast<double>(bytes.between(1, 40));
    options.detector.pixel_width = options.detector.pixel_height =
        static_cast<double>(bytes.between(1, 4)) / 2;
    options.detector.offset_columns = options.detector.offset_rows = 0;
    options.detector.angle = static_cast<double>(bytes.between(0, 8)) * 45;
    options.source_x = static_cast<double>(bytes.between(-4, 4));
    options.source_y = options.source_z = 0;
  } else if (std::int64_t{options.detector.columns} * options.detector.rows > 2000) {
    options.detector.columns = 20;
    options.detector.rows = 20;
  }
  auto ends = std::make_shared<std::vector<rays::Vector>>();
  const bool has_ends = bytes.yes();
  for (std::int64_t i = bytes.between(0, 300); has_ends && i > 0; --i) {
    ends->push_back(some_place(bytes, is_coarse));
  }
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    CollectedHits hits;
    const Result result =
        trace(to_set(*meshes), has_ends ? ends.get() : nullptr, options, hits, progress);
    bool all_closed = result.touched == 0;
    for (const std::int64_t open : result.open_edges) all_closed = all_closed && open == 0;
    if (all_closed && result.odd_rays != 0) std::abort();
    return bits_of(result, hits.all);
  };
}

const fuzz::FuzzOperation operation("ray_hits", make);

}  // namespace
}  // namespace bitvox::ray_hits
