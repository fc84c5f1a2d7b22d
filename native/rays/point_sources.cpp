// SPDX-License-Identifier: BSD-2-Clause
#include "rays/point_sources.hpp"

#include <cmath>
#include <string>

#include "core/error.hpp"

namespace bitvox::rays {
namespace {

void require_finite(const Vec3& place, const char* what, std::size_t i) {
  if (!(std::isfinite(place.x) && std::isfinite(place.y) && std::isfinite(place.z))) {
    throw InvalidInput(what + std::string(" ") + std::to_string(i + 1) + " is nowhere");
  }
}

}  // namespace

void check_places(const PhotonBeam& beam, int materials, const PointSources& sources,
                  const std::vector<Vec3>& points) {
  check(beam);
  if (beam.materials() != materials) {
    throw InvalidInput("the number of materials is " + std::to_string(materials) +
                       ", the photons have coefficients of " + std::to_string(beam.materials()));
  }
  const std::size_t count = sources.count();
  if (sources.x.size() != count || sources.y.size() != count || sources.z.size() != count) {
    throw InvalidInput("every source has a place and a strength");
  }
  for (std::size_t i = 0; i < count; ++i) require_finite(sources.place(i), "source", i);
  for (std::size_t i = 0; i < points.size(); ++i) require_finite(points[i], "point", i);
}

}  // namespace bitvox::rays
