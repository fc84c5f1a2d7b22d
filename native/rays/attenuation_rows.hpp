// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

namespace bitvox::attenuation {

// A beam made ready. Of the coefficients of a material the least of all energies is taken off,
// which every energy has in common: what is left is small where much arrives, so that nothing that
// counts is lost in float, however thick the material.
struct Spectrum {
  int64_t energies;
  int64_t materials;
  const double* least;   // [material], per unit of length
  const float* above;    // [energy][material], what is above it: as exponents of 2
  const float* weights;  // [energy], of signals
  // [energy], or null. b as in the optical depth, a for that as an exponent of 2.
  const float* build_up_a;
  const float* build_up_b;
};

// Pixels of a row, of which a material's lengths are so far apart.
struct Lengths {
  const float* first;
  int64_t stride;
  int64_t count;
};

struct Rows {
  static const Rows scalar, avx2, avx512;

  // The optical depth that all energies have at least.
  void (*depths)(const Spectrum& spectrum, Lengths lengths, double* depths);
  // What arrives of the weights of all energies, behind what `depths` does. Those count with
  // build-up alone.
  void (*sums)(const Spectrum& spectrum, Lengths lengths, const double* depths, float* sums);
  // Transmission and attenuation, either null, from a part of 1 behind depths.
  void (*transmissions)(const double* depths, const double* parts, int64_t count, float* out);
  void (*attenuations)(const double* depths, const double* parts, int64_t count, float* out);
};

}  // namespace bitvox::attenuation
