// SPDX-License-Identifier: BSD-2-Clause
#include "ops/stiffness/stiffness_bounds.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>

#include "core/threads/ordered_sum.hpp"
#include "core/volumes/packing.hpp"
#include "cpu/packing_rows.hpp"

namespace bitvox::stiffness {
namespace {

struct Moduli {
  double bulk, shear;
};

Moduli moduli_of(const Phase& phase) { return {phase.material.bulk(), phase.material.shear()}; }

double modulus_of(const Moduli& of) { return 9 * of.bulk * of.shear / (3 * of.bulk + of.shear); }

// The bound that the phase `a` gives as the matrix of phase b.
double hashin_shtrikman(const Moduli& a, double part_a, const Moduli& b, double part_b) {
  // Of phases of which one is nothing, that gives nothing.
  if (!(a.shear > 0)) return 0;
  const double bulk =
      a.bulk + part_b / (1 / (b.bulk - a.bulk) + 3 * part_a / (3 * a.bulk + 4 * a.shear));
  const double of_shear =
      6 * part_a * (a.bulk + 2 * a.shear) / (5 * a.shear * (3 * a.bulk + 4 * a.shear));
  const double shear = a.shear + part_b / (1 / (b.shear - a.shear) + of_shear);
  return modulus_of({bulk, shear});
}

}  // namespace

Bounds bounds_of_modulus(const std::vector<Phase>& phases) {
  std::vector<Phase> there;
  for (const Phase& phase : phases) {
    if (!(phase.part > 0)) continue;
    const auto same = std::find_if(there.begin(), there.end(), [&](const Phase& other) {
      return other.material == phase.material;
    });
    if (same == there.end()) {
      there.push_back(phase);
    } else {
      same->part += phase.part;
    }
  }
  if (there.size() == 1) return {there[0].material.modulus, there[0].material.modulus};
  if (there.size() == 2) {
    const Moduli a = moduli_of(there[0]), b = moduli_of(there[1]);
    const bool is_ordered = (a.bulk - b.bulk) * (a.shear - b.shear) > 0;
    if (is_ordered) {
      const double one = hashin_shtrikman(a, there[0].part, b, there[1].part);
      const double other = hashin_shtrikman(b, there[1].part, a, there[0].part);
      return {std::min(one, other), std::max(one, other)};
    }
  }
  // Of Voigt and Reuss, for bulk and shear each.
  Moduli mean{0, 0}, inverse{0, 0};  // infinite if a part is nothing
  for (const Phase& phase : there) {
    const Moduli of = moduli_of(phase);
    mean.bulk += phase.part * of.bulk;
    mean.shear += phase.part * of.shear;
    inverse.bulk += phase.part / of.bulk;
    inverse.shear += phase.part / of.shear;
  }
  const bool has_nothing = !std::isfinite(inverse.shear);
  return {has_nothing ? 0 : modulus_of({1 / inverse.bulk, 1 / inverse.shear}), modulus_of(mean)};
}

Bounds bounds_of_body(const Solid& solid, const BitVolume& body, const Tasks& tasks) {
  const Shape& shape = solid.shape();
  const auto volume = static_cast<double>(shape.voxel_count());
  const std::size_t materials = solid.materials().size();
  const std::int64_t solids = packing_rows().count_bits(body.words(), shape.word_count());
  const Phase nothing{{}, static_cast<double>(shape.voxel_count() - solids) / volume};
  if (materials == 1 && !solid.has_densities()) {
    return bounds_of_modulus(
        {{solid.materials().front(), static_cast<double>(solids) / volume}, nothing});
  }
  // Of each layer: how many elements have a material; and, of densities, sums.
  std::vector<std::vector<std::int64_t>> counts(static_cast<std::size_t>(shape.depth));
  std::vector<double> sums(counts.size()), inverses(counts.size());
  tasks.each(shape.depth, [&](std::int64_t z) {
    const auto layer = static_cast<std::size_t>(z);
    counts[layer].resize(materials);
    for (std::int64_t y = 0; y < shape.height; ++y)
      for (std::int64_t word = 0; word < shape.words_per_row(); ++word) {
        std::uint64_t left = body.slice(z)[y * shape.words_per_row() + word];
        for (; left != 0; left &= left - 1) {
          const std::int64_t x = word * 64 + std::countr_zero(left);
          if (solid.has_densities()) {
            const double modulus = solid.at(x, y, z).modulus;
            sums[layer] += modulus;
            inverses[layer] += 1 / modulus;
          } else {
            ++counts[layer][solid.number_at(x, y, z)];
          }
        }
      }
  });
  if (solid.has_densities()) {
    return {nothing.part > 0 ? 0 : volume / sum_of_rows(inverses), sum_of_rows(sums) / volume};
  }
  std::vector<Phase> phases;
  for (std::size_t i = 0; i < materials; ++i) {
    std::int64_t count = 0;
    for (const auto& of_layer : counts) count += of_layer[i];
    phases.push_back({solid.materials()[i], static_cast<double>(count) / volume});
  }
  phases.push_back(nothing);
  return bounds_of_modulus(phases);
}

}  // namespace bitvox::stiffness
