// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <string>

#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"
#include "ops/label/label_terms.hpp"
#include "ops/permeability/permeability_places.hpp"

namespace bitvox::permeability {

// The pores that carry fluid along an axis. Mirrored (kReversed) ends: those that join the two
// ends. Periodic ones: those from which a way leads through the ends to the same pore of another
// period.
//
// Voxels are joined by faces and edges, as pores are, or by faces alone, and so are those on both
// sides of a periodic border. backend: one that there is, or auto. Throws Cancelled,
// HostOutOfMemory, DeviceError.
BitVolume conducting_pores(const BitVolume& pores, const std::array<Border, 3>& borders, int axis,
                           const std::string& backend, int threads, Progress& progress,
                           label::Connectivity connectivity = label::Connectivity::kEdges);

// The pores that carry fluid along any axis, where all borders are periodic, and along which there
// are any. As above.
BitVolume endless_pores(const BitVolume& pores, const std::string& backend, int threads,
                        std::array<bool, 3>& along, Progress& progress,
                        label::Connectivity connectivity);

}  // namespace bitvox::permeability
