// SPDX-License-Identifier: BSD-2-Clause
#include "rays/photon_beam.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/error.hpp"

namespace bitvox::rays {
namespace {

void check_numbers(const std::vector<double>& values, const char* name) {
  for (const double value : values) {
    if (!(value >= 0 && std::isfinite(value))) {
      throw InvalidInput("the " + std::string(name) + " must be numbers from 0; one is " +
                         std::to_string(value));
    }
  }
}

void check_length(const std::vector<double>& values, std::size_t length, const char* name) {
  if (values.size() != length) {
    throw InvalidInput("there are " + std::to_string(length) + " energies, but " +
                       std::to_string(values.size()) + " " + name);
  }
}

}  // namespace

void check(const PhotonBeam& beam) {
  const std::size_t energies = beam.photons.size();
  if (energies < 1 || beam.energies() > kMostEnergies) {
    throw InvalidInput("a beam has 1 to " + std::to_string(kMostEnergies) + " energies, not " +
                       std::to_string(energies));
  }
  check_length(beam.response, energies, "responses");
  if (beam.attenuation.empty() || beam.attenuation.size() % energies != 0 ||
      beam.materials() > kMostMaterials) {
    throw InvalidInput(std::to_string(beam.attenuation.size()) +
                       " attenuation coefficients are not those of " + std::to_string(energies) +
                       " energies in each of 1 to " + std::to_string(kMostMaterials) +
                       " materials");
  }
  check_numbers(beam.photons, "numbers of photons");
  check_numbers(beam.response, "responses");
  check_numbers(beam.attenuation, "attenuation coefficients");
  if (!beam.build_up_a.empty() || !beam.build_up_b.empty()) {
    check_length(beam.build_up_a, energies, "build-up factors a");
    check_length(beam.build_up_b, energies, "build-up factors b");
    check_numbers(beam.build_up_a, "build-up factors a");
    for (const double b : beam.build_up_b) {
      if (!(std::abs(b) < 1)) {
        throw InvalidInput("the build-up factors b must be above -1 and below 1; one is " +
                           std::to_string(b));
      }
    }
  }
  double signal = 0;
  for (std::size_t k = 0; k < energies; ++k) signal += beam.photons[k] * beam.response[k];
  if (!(signal > 0 && std::isfinite(signal))) {
    throw InvalidInput("no energy of the beam has both photons and a response");
  }
}

}  // namespace bitvox::rays
