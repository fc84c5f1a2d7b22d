// SPDX-License-Identifier: BSD-2-Clause
#include "ops/stiffness/stiffness_bounds.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

namespace bitvox::stiffness {
namespace {

struct Moduli {
  double bulk, shear;
};

// The bound that the phase `a` gives as the matrix of phase b.
double hashin_shtrikman(const Moduli& a, double part_a, const Moduli& b, double part_b) {
  // Of phases of which one is nothing, that gives nothing.
  if (!(a.shear > 0)) return 0;
  const double bulk =
      a.bulk + part_b / (1 / (b.bulk - a.bulk) + 3 * part_a / (3 * a.bulk + 4 * a.shear));
  const double of_shear =
      6 * part_a * (a.bulk + 2 * a.shear) / (5 * a.shear * (3 * a.bulk + 4 * a.shear));
  const double shear = a.shear + part_b / (1 / (b.shear - a.shear) + of_shear);
  return 9 * bulk * shear / (3 * bulk + shear);
}

}  // namespace

Bounds bounds_of_modulus(const std::vector<Phase>& phases) {
  std::vector<Phase> there;
  for (const Phase& phase : phases) {
    if (phase.part > 0) there.push_back(phase);
  }
  if (there.size() == 1) return {there[0].material.modulus, there[0].material.modulus};
  if (there.size() == 2) {
    const auto moduli = [](const Phase& phase) {
      return Moduli{phase.material.bulk(), phase.material.shear()};
    };
    const Moduli a = moduli(there[0]), b = moduli(there[1]);
    const bool is_ordered = (a.bulk - b.bulk) * (a.shear - b.shear) > 0;
    if (is_ordered) {
      const double one = hashin_shtrikman(a, there[0].part, b, there[1].part);
      const double other = hashin_shtrikman(b, there[1].part, a, there[0].part);
      return {std::min(one, other), std::max(one, other)};
    }
  }
  Bounds out;
  double inverse = 0;
  for (const Phase& phase : there) {
    out.upper += phase.part * phase.material.modulus;
    inverse += phase.part / phase.material.modulus;  // infinite where there is nothing
  }
  out.lower = 1 / inverse;
  return out;
}

Bounds bounds_of_body(const Solid& solid, const BitVolume& body) {
  const Shape& shape = solid.shape();
  std::map<std::pair<double, double>, std::int64_t> counts;
  std::int64_t all = 0;
  const auto add = [&](const Material& material, std::int64_t count) {
    counts[{material.modulus, material.poisson}] += count;
    all += count;
  };
  double sum = 0, inverse = 0;  // of densities
  for (std::int64_t z = 0; z < shape.depth; ++z)
    for (std::int64_t y = 0; y < shape.height; ++y)
      for (std::int64_t word = 0; word < shape.words_per_row(); ++word) {
        std::uint64_t left = body.slice(z)[y * shape.words_per_row() + word];
        if (left != 0 && !solid.has_densities() && solid.materials().size() == 1) {
          add(solid.materials().front(), std::popcount(left));
          continue;
        }
        for (; left != 0; left &= left - 1) {
          const Material material = solid.at(word * 64 + std::countr_zero(left), y, z);
          if (solid.has_densities()) {
            sum += material.modulus;
            inverse += 1 / material.modulus;
            ++all;
          } else {
            add(material, 1);
          }
        }
      }
  const auto volume = static_cast<double>(shape.voxel_count());
  if (solid.has_densities()) {
    return {all < shape.voxel_count() ? 0 : volume / inverse, sum / volume};
  }
  std::vector<Phase> phases{{{}, static_cast<double>(shape.voxel_count() - all) / volume}};
  for (const auto& [material, count] : counts) {
    phases.push_back({{material.first, material.second}, static_cast<double>(count) / volume});
  }
  return bounds_of_modulus(phases);
}

}  // namespace bitvox::stiffness
