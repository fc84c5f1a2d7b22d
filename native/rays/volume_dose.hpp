// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/memory/memory.hpp"
#include "core/volumes/spacing.hpp"
#include "rays/beam_geometry.hpp"
#include "rays/material_source.hpp"
#include "rays/photon_beam.hpp"

namespace bitvox::rays {

// Points that photons come from, in the unit of the spacing, of which the volume's first corner is
// the origin. Strengths: photons per second.
struct PointSources {
  std::vector<double> x, y, z, strength;

  template <class Each>
  static void fields(Each&& field) {
    field("x", &PointSources::x);
    field("y", &PointSources::y);
    field("z", &PointSources::z);
    field("strength", &PointSources::strength);
  }
};
constexpr std::string_view java_name(const PointSources*) { return "RadiographDose$Sources"; }

// What the sources do to each of these points through a volume (point_dose.hpp), per squared unit
// of length. Lengths are exact, in double. Throws InvalidInput (columns of several lengths, places
// that are not finite, what point_dose() throws, materials that do not go with the beam),
// HostOutOfMemory, and what the volume and progress throw.
std::vector<double> volume_dose(const MaterialSource& volume, const Spacing& spacing,
                                const PhotonBeam& beam, const PointSources& sources,
                                const std::vector<Vec3>& points, const MemoryUser& user,
                                int threads, Progress& progress);

}  // namespace bitvox::rays
