// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/memory/memory.hpp"
#include "core/volumes/spacing.hpp"
#include "rays/beam_geometry.hpp"
#include "rays/material_source.hpp"
#include "rays/photon_beam.hpp"
#include "rays/point_sources.hpp"

namespace bitvox::rays {

// What the sources do to each of these points through a volume (point_dose.hpp), per squared unit
// of length. The volume's first corner is the origin. Lengths are exact, in double. Throws
// InvalidInput (columns of several lengths, places that are not finite, what point_dose() throws,
// materials that do not go with the beam), HostOutOfMemory, and what the volume and progress throw.
std::vector<double> volume_dose(const MaterialSource& volume, const Spacing& spacing,
                                const PhotonBeam& beam, const PointSources& sources,
                                const std::vector<Vec3>& points, const MemoryUser& user,
                                int threads, Progress& progress);

}  // namespace bitvox::rays
