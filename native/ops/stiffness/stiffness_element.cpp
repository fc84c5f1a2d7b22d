// SPDX-License-Identifier: BSD-2-Clause
#include "ops/stiffness/stiffness_element.hpp"

#include <algorithm>
#include <cmath>

namespace bitvox::stiffness {

// The matrix in modes, a column after the other. The transform to modes is orthogonal but for a
// factor of 8, and the diagonal of the element is one number for each component.
double highest_eigenvalue(const Lame<double>& lame, const Ratios<double>& ratios) {
  const double diagonal[3] = {diagonal_of(lame, ratios.xy + ratios.xz),
                              diagonal_of(lame, ratios.yx + ratios.yz),
                              diagonal_of(lame, ratios.zx + ratios.zy)};
  double rows[3][kModes] = {};
  for (int of = 0; of < 3; ++of)
    for (int mode = 1; mode < kModes; ++mode) {
      double column[3][kModes] = {};
      column[of][mode] = 1;
      to_forces(column, lame, ratios);
      for (int i = 0; i < 3; ++i)
        for (int j = 1; j < kModes; ++j) rows[i][j] += std::abs(column[i][j]) / diagonal[i];
    }
  double most = 0;
  for (const auto& of : rows) most = std::max(most, *std::max_element(of, of + kModes));
  return 8 * most;
}

}  // namespace bitvox::stiffness
