// SPDX-License-Identifier: BSD-2-Clause
#include "rays/attenuation_channels.hpp"

#include <algorithm>

#include "core/backends/instruction_set.hpp"

namespace bitvox::rays {
namespace {

AttenuationChannel channel_of(const PhotonBeam& beam, std::int64_t first, std::int64_t count) {
  AttenuationChannel channel{AttenuationTables(beam, first, count), 1};
  // By the same way as any pixel's, so that nothing in the way is 1 exactly.
  const std::vector<float> nothing(static_cast<std::size_t>(beam.materials()), 0.0F);
  const double depth = 0;
  float sum = 0;
  rows_for<attenuation::Rows>(InstructionSet::kScalar)
      .sums(channel.tables.spectrum(), {nothing.data(), 1, 1}, &depth, &sum);
  channel.all = sum;
  return channel;
}

}  // namespace

AttenuationChannels channels_of(const PhotonBeam& beam, const std::optional<PhotonNoise>& noise) {
  AttenuationChannels channels;
  if (!noise) {
    channels.each.push_back(channel_of(beam, 0, beam.energies()));
    return channels;
  }
  double photons = 0, signal = 0;
  for (std::size_t k = 0; k < beam.photons.size(); ++k) {
    photons += beam.photons[k];
    signal += beam.photons[k] * beam.response[k];
  }
  channels.mean_response = signal / photons;
  const auto add = [&](std::int64_t first, std::int64_t count, double part, double response) {
    AttenuationChannel channel = channel_of(beam, first, count);
    channel.photons = part * noise->photons;
    channel.response = response;
    channels.each.push_back(std::move(channel));
  };
  // Photons that all count the same are counted together, of which the sum is a Poisson number.
  const bool all_alike = std::all_of(beam.response.begin(), beam.response.end(),
                                     [&](double one) { return one == beam.response[0]; });
  if (all_alike) {
    add(0, beam.energies(), 1, beam.response[0]);
    return channels;
  }
  for (std::int64_t k = 0; k < beam.energies(); ++k) {
    const auto at = static_cast<std::size_t>(k);
    if (beam.photons[at] > 0) add(k, 1, beam.photons[at] / photons, beam.response[at]);
  }
  return channels;
}

}  // namespace bitvox::rays
