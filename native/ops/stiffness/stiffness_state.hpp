// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cmath>
#include <cstdint>

#include "core/host_and_device.hpp"
#include "ops/stiffness/stiffness_element.hpp"
#include "ops/stiffness/stiffness_material.hpp"

namespace bitvox::stiffness {

// Of an element, for a load of 1.
struct ElementState {
  double energy = 0;      // strain energy density
  double effective = 0;   // strain
  double von_mises = 0;   // in the middle, as the rest is
  double stress[6] = {};  // xx, yy, zz, yz, xz, xy
  double displacement[3] = {};
};

// What is the same for all elements: the strain that would be everywhere, as in
// stiffness_equations.hpp, and the size of a voxel.
struct LoadedVoxels {
  double strain[9];
  double voxel[3];
  Ratios<double> ratios;
};

BITVOX_BOTH inline double von_mises_of(const double (&s)[6]) {
  const double xy = s[0] - s[1], yz = s[1] - s[2], zx = s[2] - s[0];
  const double shear = s[3] * s[3] + s[4] * s[4] + s[5] * s[5];
  return std::sqrt((xy * xy + yz * yz + zx * zx) / 2 + 3 * shear);
}

// Of the element whose first node is number x, y, z along the axes; u of its nodes, of which node
// i + 2 j + 4 k is (i, j, k).
BITVOX_BOTH inline ElementState state_of(const double (&u)[kModes][3],
                                         const std::int64_t (&first)[3], const Material& material,
                                         const LoadedVoxels& load) {
  // The modes, see stiffness_element.hpp; the strain is in the differences along one axis alone.
  double w[3][kModes] = {};
  for (unsigned node = 0; node < kModes; ++node)
    for (int c = 0; c < 3; ++c)
      for (unsigned mode = 0; mode < kModes; ++mode) {
        const unsigned minus = mode & ~node;
        const bool is_odd = ((minus ^ minus >> 1 ^ minus >> 2) & 1U) != 0;
        w[c][mode] += is_odd ? -u[node][c] : u[node][c];
      }
  ElementState out;
  for (int c = 0; c < 3; ++c) {
    double ramp = 0;
    for (int a = 0; a < 3; ++a) {
      const double change = load.strain[3 * c + a];
      w[c][1 << a] += 4 * change;
      ramp += change * (static_cast<double>(first[a]) + 0.5);
    }
    out.displacement[c] = (w[c][0] / 8 + ramp) * load.voxel[c];
  }
  // Changes in the middle: of component c along a.
  const auto change = [&](int c, int a) {
    return w[c][1 << a] / 4 * load.voxel[c] / load.voxel[a];
  };
  const double volume = change(0, 0) + change(1, 1) + change(2, 2);
  const double lambda = material.lambda(), shear = material.shear();
  for (int i = 0; i < 3; ++i) {
    const int a = i == 0 ? 1 : 0, b = i == 2 ? 1 : 2;
    out.stress[i] = lambda * volume + 2 * shear * change(i, i);
    out.stress[3 + i] = shear * (change(a, b) + change(b, a));
  }
  out.von_mises = von_mises_of(out.stress);
  double forces[3][kModes];
  for (int c = 0; c < 3; ++c)
    for (int mode = 0; mode < kModes; ++mode) forces[c][mode] = w[c][mode];
  to_forces(forces, material.lame(1), load.ratios);
  double product = 0;
  for (int c = 0; c < 3; ++c)
    for (int mode = 1; mode < kModes; ++mode) product += w[c][mode] * forces[c][mode];
  out.energy = product / 2;
  out.effective = std::sqrt((product > 0 ? product : 0) / material.modulus);
  return out;
}

enum class MapKind { kEnergy, kStrain, kStress, kDisplacement };

// What a map has of an element for a load of `strain`: energy goes with its square, the other sizes
// with its size.
BITVOX_BOTH inline double map_value(const ElementState& state, MapKind kind, int channel,
                                    double strain) {
  const double size = strain < 0 ? -strain : strain;
  switch (kind) {
    case MapKind::kEnergy:
      return state.energy * strain * strain;
    case MapKind::kStrain:
      return state.effective * size;
    case MapKind::kStress:
      return state.von_mises * size;
    case MapKind::kDisplacement:
      break;
  }
  return state.displacement[channel] * strain;
}

}  // namespace bitvox::stiffness
