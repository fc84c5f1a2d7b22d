// SPDX-License-Identifier: BSD-2-Clause
#include "rays/attenuation_tables.hpp"

#include <algorithm>
#include <limits>

namespace bitvox::rays {

namespace {
constexpr double kLog2e = 0x1.71547652b82fep+0;
constexpr double kLn2 = 0x1.62e42fefa39efp-1;

// A number too large for float stands for any that lets nothing through.
float to_float(double value) {
  return static_cast<float>(std::min(value, double{std::numeric_limits<float>::max()}));
}
}  // namespace

AttenuationTables::AttenuationTables(const PhotonBeam& beam, std::int64_t first, std::int64_t count)
    : energies_(count), materials_(beam.materials()) {
  const auto mu = [&](std::int64_t k, std::int64_t m) {
    return beam.attenuation[static_cast<std::size_t>((first + k) * materials_ + m)];
  };
  for (std::int64_t m = 0; m < materials_; ++m) {
    double least = mu(0, m);
    for (std::int64_t k = 1; k < count; ++k) least = std::min(least, mu(k, m));
    least_.push_back(least);
  }
  double largest = 0;  // of it, weights are parts: the largest is 1
  const auto weight = [&](std::int64_t k) {
    const auto at = static_cast<std::size_t>(first + k);
    return beam.photons[at] * beam.response[at];
  };
  for (std::int64_t k = 0; k < count; ++k) largest = std::max(largest, weight(k));
  for (std::int64_t k = 0; k < count; ++k) {
    for (std::int64_t m = 0; m < materials_; ++m) {
      above_.push_back(to_float((mu(k, m) - least_[static_cast<std::size_t>(m)]) * kLog2e));
    }
    weights_.push_back(largest > 0 ? to_float(weight(k) / largest) : 1.0F);
    if (!beam.build_up_a.empty()) {
      const auto at = static_cast<std::size_t>(first + k);
      build_up_a_.push_back(to_float(beam.build_up_a[at] * kLn2));
      build_up_b_.push_back(static_cast<float>(beam.build_up_b[at]));
    }
  }
}

attenuation::Spectrum AttenuationTables::spectrum() const {
  const bool builds_up = !build_up_a_.empty();
  return {energies_,
          materials_,
          least_.data(),
          above_.data(),
          weights_.data(),
          builds_up ? build_up_a_.data() : nullptr,
          builds_up ? build_up_b_.data() : nullptr};
}

}  // namespace bitvox::rays
