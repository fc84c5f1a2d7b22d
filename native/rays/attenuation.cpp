// SPDX-License-Identifier: BSD-2-Clause
#include "rays/attenuation.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/random.hpp"
#include "core/threads/parallel.hpp"
#include "rays/attenuation_tables.hpp"
#include "rays/poisson.hpp"

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
  Quiet(const Rows& rows, const PhotonBeam& beam, std::int64_t first, std::int64_t count)
      : rows_(rows), tables_(beam, first, count) {
    // By the same way as any pixel's, so that nothing in the way is 1 exactly.
    const std::vector<float> nothing(static_cast<std::size_t>(beam.materials()), 0.0F);
    const double depth = 0;
    float sum = 0;
    rows_.sums(tables_.spectrum(), {nothing.data(), 1, 1}, &depth, &sum);
    all_ = sum;
  }

  // What depths leave, and the part of it that arrives.
  void look(Lengths lengths, Scratch& scratch) const {
    const attenuation::Spectrum spectrum = tables_.spectrum();
    rows_.depths(spectrum, lengths, scratch.depths.data());
    rows_.sums(spectrum, lengths, scratch.depths.data(), scratch.sums.data());
    for (std::int64_t x = 0; x < lengths.count; ++x) {
      const auto at = static_cast<std::size_t>(x);
      scratch.parts[at] = scratch.sums[at] / all_;
    }
  }

 private:
  const Rows& rows_;
  AttenuationTables tables_;
  double all_ = 1;
};

// Numbers of photons, energy by energy.
class Noisy {
 public:
  Noisy(const Rows& rows, const PhotonBeam& beam, const PhotonNoise& noise)
      : rows_(rows), noise_(noise) {
    double photons = 0, signal = 0;
    for (std::size_t k = 0; k < beam.photons.size(); ++k) {
      photons += beam.photons[k];
      signal += beam.photons[k] * beam.response[k];
    }
    mean_response_ = signal / photons;
    // Photons that all count the same are counted together, of which the sum is a Poisson number.
    const bool all_alike = std::all_of(beam.response.begin(), beam.response.end(),
                                       [&](double one) { return one == beam.response[0]; });
    if (all_alike) {
      add(beam, 0, beam.energies(), 1, beam.response[0]);
      return;
    }
    for (std::int64_t k = 0; k < beam.energies(); ++k) {
      const auto at = static_cast<std::size_t>(k);
      if (beam.photons[at] > 0) {
        add(beam, k, 1, beam.photons[at] / photons, beam.response[at]);
      }
    }
  }

  // The signals as part of that with nothing in the way, in place of what depths leave.
  std::int64_t look(Lengths lengths, std::uint64_t stream, Scratch& scratch) const {
    const auto count = static_cast<std::size_t>(lengths.count);
    scratch.randoms.clear();
    for (std::size_t x = 0; x < count; ++x) scratch.randoms.emplace_back(noise_.seed, stream + x);
    std::fill_n(scratch.signals.begin(), count, 0.0);
    for (const Channel& channel : channels_) {
      channel.beam.look(lengths, scratch);
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
      scratch.parts[x] = scratch.signals[x] / (mean_response_ * noise_.photons);
      dark += scratch.parts[x] > 0 ? 0 : 1;
    }
    return dark;
  }

  // Takes the place of a dark pixel's signal where its logarithm is wanted.
  double one_photon() const { return 1 / noise_.photons; }

 private:
  struct Channel {
    Quiet beam;
    double photons;  // with nothing in the way
    double response;
  };

  void add(const PhotonBeam& beam, std::int64_t first, std::int64_t count, double part,
           double response) {
    channels_.push_back({Quiet(rows_, beam, first, count), part * noise_.photons, response});
  }

  const Rows& rows_;
  PhotonNoise noise_;
  double mean_response_ = 1;
  std::vector<Channel> channels_;
};

}  // namespace

AttenuationReport attenuate(InstructionSet instructions, const PhotonBeam& beam,
                            const std::optional<PhotonNoise>& noise, std::span<const float> lengths,
                            std::int64_t image, const AttenuationImages& out, int threads,
                            Progress& progress) {
  check_sizes(beam, noise, lengths, out);
  const Rows& rows = rows_for<Rows>(instructions);
  const auto pixels = static_cast<std::int64_t>(lengths.size()) / beam.materials();
  std::optional<Quiet> quiet;
  std::optional<Noisy> noisy;
  if (noise) {
    noisy.emplace(rows, beam, *noise);
  } else {
    quiet.emplace(rows, beam, 0, beam.energies());
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
