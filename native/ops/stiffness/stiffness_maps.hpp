// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <vector>

#include "ops/stiffness/stiffness.hpp"
#include "ops/stiffness/stiffness_state.hpp"

namespace bitvox::stiffness {

struct Map {
  SliceSink* sink;
  MapKind kind;
  int channels;
};

inline std::vector<Map> wanted_maps(const Maps& maps) {
  std::vector<Map> out;
  for (const Map& map :
       {Map{maps.energy, MapKind::kEnergy, 1}, Map{maps.strain, MapKind::kStrain, 1},
        Map{maps.stress, MapKind::kStress, 1}, Map{maps.displacement, MapKind::kDisplacement, 3}}) {
    if (map.sink != nullptr) out.push_back(map);
  }
  return out;
}

}  // namespace bitvox::stiffness
