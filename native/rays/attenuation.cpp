// SPDX-License-Identifier: BSD-2-Clause
#include "rays/attenuation.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/poisson.hpp"
#include "core/random.hpp"
#include "core/threads/parallel.hpp"
#include "rays/attenuation_channels.hpp"

namespace bitvox::rays {
namespace {

using attenuation::Lengths;
using attenuation::Rows;

constexpr std::int64_t kBlock = 1024;  // pixels at a time

// What a block of pixels needs besides.
struct Scratch {
  std::array<double, kBlock> depths, parts, signals;
  std::array<float, kBlock> sums, transmissions;
  std::vector<Random> randoms;
};

void check_sizes(const PhotonBeam& beam, const std::optional<PhotonNoise>& noise,
                 std::span<const float> lengths, const AttenuationImages& out) {
  check(beam);
  if (noise && !(noise->photons > 0 && noise->photons <= kMostPhotons)) {
    throw InvalidInput("photons per pixel must be above 0 and at most 1e12, not " +
                       std::to_string(noise->photons));
  }
  const std::size_t pixels = lengths.size() / static_cast<std::size_t>(beam.materials());
  const auto fits = [&](std::span<float> image) { return image.empty() || image.size() == pixels; };
  if (lengths.size() % static_cast<std::size_t>(beam.materials()) != 0 || !fits(out.transmission) ||
      !fits(out.attenuation)) {
    throw InvalidInput("images of a beam's lengths and results must have one size");
  }
}

// The beam without noise.
class Quiet {
 public:
  Quiet(const Rows& rows, const AttenuationChannel& channel) : rows_(rows), channel_(channel) {}

  // What depths leave, and the part of it that arrives.
  void look(Lengths lengths, Scratch& scratch) const {
    const attenuation::Spectrum spectrum = channel_.tables.spectrum();
    rows_.depths(spectrum, lengths, scratch.depths.data());
    rows_.sums(spectrum, lengths, scratch.depths.data(), scratch.sums.data());
    for (std::int64_t x = 0; x < lengths.count; ++x) {
      const auto at = static_cast<std::size_t>(x);
      scratch.parts[at] = scratch.sums[at] / channel_.all;
    }
  }

 private:
  const Rows& rows_;
  const AttenuationChannel& channel_;
};

// Numbers of photons, energy by energy.
class Noisy {
 public:
  Noisy(const Rows& rows, const AttenuationChannels& channels, const PhotonNoise& noise)
      : rows_(rows), channels_(channels), noise_(noise) {}

  // The signals as part of that with nothing in the way, in place of what depths leave.
  std::int64_t look(Lengths lengths, std::uint64_t stream, Scratch& scratch) const {
    const auto count = static_cast<std::size_t>(lengths.count);
    scratch.randoms.clear();
    for (std::size_t x = 0; x < count; ++x) scratch.randoms.emplace_back(noise_.seed, stream + x);
    std::fill_n(scratch.signals.begin(), count, 0.0);
    for (const AttenuationChannel& channel : channels_.each) {
      Quiet(rows_, channel).look(lengths, scratch);
      rows_.transmissions(scratch.depths.data(), scratch.parts.data(), lengths.count,
                          scratch.transmissions.data());
      for (std::size_t x = 0; x < count; ++x) {
        const double mean = channel.photons * scratch.transmissions[x];
        scratch.signals[x] += channel.response * poisson(mean, scratch.randoms[x]);
      }
    }
    std::fill_n(scratch.depths.begin(), count, 0.0);
    std::int64_t dark = 0;
    for (std::size_t x = 0; x < count; ++x) {
      scratch.parts[x] = scratch.signals[x] / (channels_.mean_response * noise_.photons);
      dark += scratch.parts[x] > 0 ? 0 : 1;
    }
    return dark;
  }

  // Takes the place of a dark pixel's signal where its logarithm is wanted.
  double one_photon() const { return 1 / noise_.photons; }

 private:
  const Rows& rows_;
  const AttenuationChannels& channels_;
  PhotonNoise noise_;
};

}  // namespace

AttenuationReport attenuate(InstructionSet instructions, const PhotonBeam& beam,
                            const std::optional<PhotonNoise>& noise, std::span<const float> lengths,
                            std::int64_t image, const AttenuationImages& out, int threads,
                            Progress& progress) {
  check_sizes(beam, noise, lengths, out);
  const Rows& rows = rows_for<Rows>(instructions);
  const auto pixels = static_cast<std::int64_t>(lengths.size()) / beam.materials();
  const AttenuationChannels channels = channels_of(beam, noise);
  std::optional<Quiet> quiet;
  std::optional<Noisy> noisy;
  if (noise) {
    noisy.emplace(rows, channels, *noise);
  } else {
    quiet.emplace(rows, channels.each.front());
  }
  std::atomic<std::int64_t> dark{0};
  parallel_for(
      (pixels + kBlock - 1) / kBlock, thread_count(threads), progress,
      [] { return std::make_unique<Scratch>(); },
      [&](std::unique_ptr<Scratch>& scratch, std::int64_t block) {
        const std::int64_t first = block * kBlock;
        const Lengths own{lengths.data() + first, pixels, std::min(kBlock, pixels - first)};
        if (noisy) {
          dark += noisy->look(own, static_cast<std::uint64_t>(image * pixels + first), *scratch);
        } else {
          quiet->look(own, *scratch);
        }
        if (!out.transmission.empty()) {
          rows.transmissions(scratch->depths.data(), scratch->parts.data(), own.count,
                             out.transmission.data() + first);
        }
        if (out.attenuation.empty()) return;
        if (noisy) {
          for (double& part : scratch->parts) part = part > 0 ? part : noisy->one_photon();
        }
        rows.attenuations(scratch->depths.data(), scratch->parts.data(), own.count,
                          out.attenuation.data() + first);
      });
  return {dark};
}

}  // namespace bitvox::rays
