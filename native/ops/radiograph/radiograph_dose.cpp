// SPDX-License-Identifier: BSD-2-Clause
#include "ops/radiograph/radiograph_dose.hpp"

#include "core/error.hpp"
#include "core/options/check_fields.hpp"

namespace bitvox::radiograph {

DoseResult dose(const rays::MaterialSource& volume, const Photons& photons,
                const DoseOptions& options, const rays::PointSources& sources,
                const DosePoints& points, Progress& progress) {
  constexpr MemoryUser kDoseUser{"A dose", "Crop the image, or scale it down."};
  check_fields(options);
  const std::size_t count = points.x.size();
  if (points.y.size() != count || points.z.size() != count) {
    throw InvalidInput("every point has three coordinates");
  }
  std::vector<rays::Vec3> places;
  for (std::size_t i = 0; i < count; ++i) {
    places.push_back({points.x[i], points.y[i], points.z[i]});
  }
  return {rays::volume_dose(volume, options.spacing, photons, sources, places, kDoseUser,
                            options.threads, progress)};
}

}  // namespace bitvox::radiograph
