// SPDX-License-Identifier: BSD-2-Clause
#include "ops/radiograph/radiograph_dose.hpp"

#include <utility>

#include "core/error.hpp"
#include "core/options/check_fields.hpp"

namespace bitvox::radiograph {
namespace {

std::vector<rays::Vec3> places_of(const DosePoints& points) {
  const std::size_t count = points.x.size();
  if (points.y.size() != count || points.z.size() != count) {
    throw InvalidInput("every point has three coordinates");
  }
  std::vector<rays::Vec3> places;
  for (std::size_t i = 0; i < count; ++i) {
    places.push_back({points.x[i], points.y[i], points.z[i]});
  }
  return places;
}

}  // namespace

DoseResult dose(const rays::MaterialSource& volume, const Photons& photons,
                const DoseOptions& options, const rays::PointSources& sources,
                const DosePoints& points, Progress& progress) {
  constexpr MemoryUser kDoseUser{"A dose", "Crop the image, or scale it down."};
  check_fields(options);
  return {rays::volume_dose(volume, options.spacing, photons, sources, places_of(points), kDoseUser,
                            options.threads, progress),
          0, 0};
}

DoseResult dose(const rays::MaterialMeshes& meshes, const Photons& photons,
                const DoseOptions& options, const rays::PointSources& sources,
                const DosePoints& points, Progress& progress) {
  check_fields(options);
  rays::MeshDose found =
      rays::mesh_dose(meshes, photons, sources, places_of(points), options.threads, progress);
  return {std::move(found.doses), found.odd_ways, found.touched};
}

}  // namespace bitvox::radiograph
