// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/backends/instruction_set.hpp"
#include "core/threads/progress.hpp"
#include "rays/photon_beam.hpp"

namespace bitvox::rays {

// Photons are counted: each energy's number at a pixel is a Poisson number of its expectation,
// drawn by the seed, the image and the pixel alone.
struct PhotonNoise {
  double photons;  // that reach a pixel with nothing in the way, of all energies together
  std::uint64_t seed;
};
inline constexpr double kMostPhotons = 1e12;

// Each is empty, if it is not wanted, or has one number a pixel.
struct AttenuationImages {
  // The signal as part of that with nothing in the way, 1 there exactly.
  std::span<float> transmission;
  // -ln of it, 0 there exactly. Of one energy without noise it is the optical depth itself, rounded
  // once, however small the transmission.
  std::span<float> attenuation;
};

struct AttenuationReport {
  // Pixels that no photon reached. Their transmission is 0, their attenuation what one photon of
  // the mean response would give.
  std::int64_t dark = 0;
};

// lengths: [material][pixel], as many images as the beam has materials, in the unit of length of
// its coefficients. What is negative, or no number, counts as 0. image: the number of this one in a
// series, so that its noise is its own.
//
// The same bits for any number of threads and every instruction set. Without noise the error of an
// attenuation is at most 1e-6 + 5e-7 of it.
AttenuationReport attenuate(InstructionSet instructions, const PhotonBeam& beam,
                            const std::optional<PhotonNoise>& noise, std::span<const float> lengths,
                            std::int64_t image, const AttenuationImages& out, int threads,
                            Progress& progress);

}  // namespace bitvox::rays
