// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/host_and_device.hpp"
#include "ops/stiffness/stiffness_element.hpp"

namespace bitvox::stiffness {

// An isotropic material.
struct Material {
  double modulus = 0;
  double poisson = 0;

  BITVOX_BOTH double lambda() const {
    return modulus * poisson / ((1 + poisson) * (1 - 2 * poisson));
  }
  BITVOX_BOTH double shear() const { return modulus / (2 * (1 + poisson)); }
  double bulk() const { return modulus / (3 * (1 - 2 * poisson)); }
  // Whether the change of volume is averaged over elements.
  BITVOX_BOTH bool is_nearly_incompressible() const { return poisson >= 0.45; }
  // Of an element whose volume is 1, the modulus in units of `unit`.
  BITVOX_BOTH Lame<double> lame(double unit) const {
    const double mean = lambda() / unit / 16;
    return {mean, is_nearly_incompressible() ? 0 : mean, shear() / unit / 16};
  }
  bool operator==(const Material&) const = default;
};

// What the voxels of a body are made of. The arrays are the CPU's or the GPU's.
struct VoxelMaterials {
  std::int64_t width, height;
  const Material* materials;     // of a mask one, of densities one that stands for all
  const std::uint16_t* numbers;  // of labels: the material of each voxel, from 1; or null
  const float* moduli;           // of densities: of each voxel, over the next; or null
  double modulus_of_one;

  BITVOX_BOTH Material at(std::int64_t x, std::int64_t y, std::int64_t z) const {
    const std::int64_t i = (z * height + y) * width + x;
    if (moduli != nullptr) {
      return {modulus_of_one * static_cast<double>(moduli[i]), materials[0].poisson};
    }
    return materials[numbers == nullptr ? 0 : numbers[i] - 1];
  }
};

}  // namespace bitvox::stiffness
