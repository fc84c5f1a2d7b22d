// SPDX-License-Identifier: BSD-2-Clause
#include "rays/point_dose.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/threads/parallel.hpp"

namespace bitvox::rays {
namespace {

#define BITVOX_INLINE inline
#include "core/fused.inl"

// Behind what it uses.
#include "core/elementary.inl"
#undef BITVOX_INLINE

constexpr std::size_t kSourcesTogether = 1024;

void check_sources(const PhotonBeam& beam, std::span<const double> strengths,
                   std::span<const double> distances, std::span<const double> lengths) {
  const std::size_t sources = strengths.size();
  if (distances.size() != sources ||
      lengths.size() != sources * static_cast<std::size_t>(beam.materials())) {
    throw InvalidInput("every source has a strength, a distance and a length in each material");
  }
  for (std::size_t i = 0; i < sources; ++i) {
    const std::string source = "source " + std::to_string(i + 1);
    if (!(strengths[i] >= 0 && std::isfinite(strengths[i]))) {
      throw InvalidInput(source + " has the strength " + std::to_string(strengths[i]) +
                         "; a number from 0 is needed");
    }
    if (!std::isfinite(distances[i])) {
      throw InvalidInput(source + " is too far away: its distance is no number");
    }
    if (!(distances[i] > 0)) {
      throw InvalidInput(source + " is at the point itself, where the dose has no bounds");
    }
  }
}

// By the square of the distance, which may be beyond what a number holds.
double by_area(double value, double distance) {
  const double area = distance * distance;
  return std::isnormal(area) ? value / area : value / distance / distance;
}

// What arrives of a source's photons, times their responses.
double arrives(const PhotonBeam& beam, const double* lengths, std::size_t stride) {
  const auto materials = static_cast<std::size_t>(beam.materials());
  double sum = 0;
  for (std::size_t k = 0; k < beam.photons.size(); ++k) {
    double depth = 0;
    for (std::size_t m = 0; m < materials; ++m) {
      const double length = lengths[m * stride] > 0 ? lengths[m * stride] : 0;
      depth += beam.attenuation[k * materials + m] * length;
    }
    double factor = exp_of(-depth);
    if (!beam.build_up_a.empty()) {
      factor += beam.build_up_a[k] * depth * exp_of(beam.build_up_b[k] * depth - depth);
    }
    sum += beam.photons[k] * beam.response[k] * factor;
  }
  return sum;
}

}  // namespace

double point_dose(const PhotonBeam& beam, std::span<const double> strengths,
                  std::span<const double> distances, std::span<const double> lengths, int threads,
                  Progress& progress) {
  check(beam);
  check_sources(beam, strengths, distances, lengths);
  const std::size_t sources = strengths.size();
  std::vector<double> sums((sources + kSourcesTogether - 1) / kSourcesTogether, 0.0);
  const auto count = static_cast<std::int64_t>(sums.size());
  parallel_for(count, thread_count(threads), progress, [&](std::int64_t block) {
    const std::size_t first = static_cast<std::size_t>(block) * kSourcesTogether;
    const std::size_t end = std::min(sources, first + kSourcesTogether);
    double sum = 0;
    for (std::size_t i = first; i < end; ++i) {
      sum += by_area(strengths[i] * arrives(beam, lengths.data() + i, sources), distances[i]);
    }
    sums[static_cast<std::size_t>(block)] = sum;
  });
  double sum = 0;
  for (const double part : sums) sum += part;
  double photons = 0;
  for (const double part : beam.photons) photons += part;
  constexpr double kFourPi = 0x1.921fb54442d18p+3;
  return sum / (kFourPi * photons);
}

}  // namespace bitvox::rays
