// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <optional>
#include <vector>

#include "rays/attenuation.hpp"
#include "rays/attenuation_tables.hpp"

namespace bitvox::rays {

// Energies whose photons are added up, or counted, together.
struct AttenuationChannel {
  AttenuationTables tables;
  double all;  // what its sum is with nothing in the way
  // Where photons are counted: with nothing in the way, and the signal of one.
  double photons = 0;
  double response = 0;
};

struct AttenuationChannels {
  std::vector<AttenuationChannel> each;  // one without noise
  double mean_response = 1;
};

AttenuationChannels channels_of(const PhotonBeam& beam, const std::optional<PhotonNoise>& noise);

}  // namespace bitvox::rays
