// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

namespace bitvox::rays {

// What leaves the source, what materials do to it, and what the detector makes of it:
//
//     signal = sum over energies k of  photons[k] response[k] B(x) exp(-x),
//     x      = sum over materials m of attenuation[k][m] length[m]        (Beer and Lambert),
//     B(x)   = 1 + a[k] x exp(b[k] x)                                     (build-up; Berger).
//
// B is what scattered photons add to those that come straight, where the beam is broad: x is the
// optical depth of all materials together, a and b are those of the material that matters. Without
// build-up B is 1, and the beam is narrow.
//
// Literature: M. J. Berger, "Energy dissipation and its measurement in dose units", USNRDL, 1956;
// K. Shultis, R. Faw, "Radiation Shielding", 2000.
struct PhotonBeam {
  // Of each energy, in any unit: only their ratios count.
  std::vector<double> photons;
  // The signal of one photon of each energy: 1 where the detector counts photons, the energy where
  // it adds up energies, and at a point what a photon does there (dose).
  std::vector<double> response;
  // Coefficients per unit of length, [energy][material].
  std::vector<double> attenuation;
  // Either empty, or one of each energy.
  std::vector<double> build_up_a, build_up_b;

  std::int64_t energies() const { return static_cast<std::int64_t>(photons.size()); }
  std::int64_t materials() const {
    return photons.empty() ? 0 : static_cast<std::int64_t>(attenuation.size() / photons.size());
  }
};

inline constexpr std::int64_t kMostEnergies = 10000;
inline constexpr std::int64_t kMostMaterials = 1000;

// Throws InvalidInput, with a sentence, where columns have not the same length, a number is
// negative or none, b is 1 or more (scattered photons would outlive the beam), or no energy has a
// signal.
void check(const PhotonBeam& beam);

}  // namespace bitvox::rays
