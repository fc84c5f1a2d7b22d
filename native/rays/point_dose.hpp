// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <span>

#include "core/threads/progress.hpp"
#include "rays/photon_beam.hpp"

namespace bitvox::rays {

// What point sources do to a point, each along the straight line to it:
//
//     sum over sources i of  strength[i] / (4 pi distance[i]^2) g(lengths of i),
//     g = sum over energies of photons response B exp(-x) / sum over energies of photons.
//
// In the unit of strength times response per area. With strengths in photons per second, distances
// in cm and as response energy times mass energy-transfer coefficient (kerma of a photon per cm^2),
// it is a kerma rate.
//
// lengths: [material][source]. Throws InvalidInput where a source is at the point, or a strength is
// negative. Every sum is in double in an order of its own, so that threads do not matter.
double point_dose(const PhotonBeam& beam, std::span<const double> strengths,
                  std::span<const double> distances, std::span<const double> lengths, int threads,
                  Progress& progress);

}  // namespace bitvox::rays
