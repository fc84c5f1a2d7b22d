// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "rays/beam_geometry.hpp"
#include "rays/photon_beam.hpp"

namespace bitvox::rays {

// Points that photons come from, in the unit of length of what is in their way. Strengths: photons
// per second.
struct PointSources {
  std::vector<double> x, y, z, strength;

  std::size_t count() const { return strength.size(); }
  Vec3 place(std::size_t i) const { return {x[i], y[i], z[i]}; }

  template <class Each>
  static void fields(Each&& field) {
    field("x", &PointSources::x);
    field("y", &PointSources::y);
    field("z", &PointSources::z);
    field("strength", &PointSources::strength);
  }
};
constexpr std::string_view java_name(const PointSources*) { return "RadiographDose$Sources"; }

// The ways from all sources to a point, as point_dose.hpp takes them.
struct Ways {
  std::vector<double> distances;  // [source]
  std::vector<double> lengths;    // [material][source]
};

// Throws InvalidInput (columns of several lengths, places that are not finite, a beam that has not
// so many materials).
void check_places(const PhotonBeam& beam, int materials, const PointSources& sources,
                  const std::vector<Vec3>& points);

}  // namespace bitvox::rays
