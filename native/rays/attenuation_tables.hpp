// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "rays/attenuation_rows.hpp"
#include "rays/photon_beam.hpp"

namespace bitvox::rays {

// A beam, or one energy of it, made ready for attenuation_rows.hpp.
class AttenuationTables {
 public:
  // first, count: which energies.
  AttenuationTables(const PhotonBeam& beam, std::int64_t first, std::int64_t count);

  attenuation::Spectrum spectrum() const;

 private:
  std::int64_t energies_, materials_;
  std::vector<double> least_;
  std::vector<float> above_, weights_, build_up_a_, build_up_b_;
};

}  // namespace bitvox::rays
