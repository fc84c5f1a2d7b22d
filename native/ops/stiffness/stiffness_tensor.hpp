// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>

namespace bitvox::stiffness {

// A stiffness in Voigt's order, row by row, with engineering shear; and a rotation, row by row.
using Tensor = std::array<double, 36>;
using Rotation = std::array<double, 9>;

// As seen by axes that are the rows of the rotation.
Tensor turned(const Tensor& tensor, const Rotation& rotation);

struct Orthotropic {
  Rotation axes{};
  // There: E x, y, z, nu yz, xz, xy, G yz, xz, xy. 0 where nothing carries.
  std::array<double, 9> constants{};
  double rest = 0;  // the part of the tensor's norm that is not orthotropic
};

// By the axes for which that part is least, numbered and directed as they are next to x, y, z. They
// are looked for around several rotations, by ever smaller turns; others than x, y and z count
// where they are better by more than rounding.
Orthotropic best_orthotropic(const Tensor& tensor);

}  // namespace bitvox::stiffness
