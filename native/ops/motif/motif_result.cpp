// SPDX-License-Identifier: BSD-2-Clause
#include "ops/motif/motif_result.hpp"

#include <algorithm>
#include <utility>

namespace bitvox::motif {
namespace {

constexpr std::size_t kSitesOfPiece = std::size_t{1} << 20;

// Of a motif, without its counts; of a site; of a place.
constexpr std::size_t kOfMotif = 8 + 4 + 8 + 8, kOfSite = 4 + 8 + 1 + 1, kOfPlace = 4 * 4;

}  // namespace

std::int64_t bytes_of_columns(std::size_t motifs, std::size_t sequences, int length) {
  return static_cast<std::int64_t>(
      motifs * (kOfMotif + kOfSite * sequences + kOfPlace * static_cast<std::size_t>(length)));
}

void Result::take(std::vector<Motif>&& motifs, std::size_t site_count, Progress& progress) {
  std::vector<Motif> all = std::move(motifs);
  const std::size_t of_piece = std::max<std::size_t>(1, kSitesOfPiece / site_count);
  sequence_count = static_cast<int>(site_count);
  motifs_of_piece = static_cast<int>(of_piece);
  words.reserve(all.size());
  sequences.reserve(all.size());
  total_distances.reserve(all.size());
  e_values.reserve(all.size());
  counts.reserve(all.size() * 4 * static_cast<std::size_t>(length));
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i % of_piece == 0) {
      progress.report(0, 1);
      const std::size_t sites = std::min(of_piece, all.size() - i) * site_count;
      positions.emplace_back().reserve(sites);
      site_words.emplace_back().reserve(sites);
      distances.emplace_back().reserve(sites);
      reversed.emplace_back().reserve(sites);
    }
    const Motif motif = std::move(all[i]);
    words.push_back(static_cast<std::int64_t>(motif.word));
    sequences.push_back(motif.sequences);
    total_distances.push_back(motif.total_distance);
    e_values.push_back(motif.e_value);
    for (const auto& place : motif.counts) counts.insert(counts.end(), place.begin(), place.end());
    for (const Site& site : motif.sites) {
      positions.back().push_back(site.position);
      site_words.back().push_back(static_cast<std::int64_t>(site.word));
      distances.back().push_back(static_cast<std::uint8_t>(site.distance));
      reversed.back().push_back(site.reverse ? 1 : 0);
    }
  }
}

Motif Result::motif(std::size_t index) const {
  Motif motif;
  motif.word = static_cast<std::uint64_t>(words[index]);
  motif.sequences = sequences[index];
  motif.total_distance = total_distances[index];
  motif.e_value = e_values[index];
  const auto of_piece = static_cast<std::size_t>(motifs_of_piece);
  const auto site_count = static_cast<std::size_t>(sequence_count);
  const std::size_t piece = index / of_piece, first = index % of_piece * site_count;
  for (std::size_t i = first; i < first + site_count; ++i) {
    motif.sites.push_back({static_cast<std::uint64_t>(site_words[piece][i]), positions[piece][i],
                           distances[piece][i], reversed[piece][i] != 0});
  }
  const auto places = static_cast<std::size_t>(length);
  for (std::size_t place = index * places; place < (index + 1) * places; ++place) {
    std::copy_n(counts.begin() + static_cast<std::ptrdiff_t>(4 * place), 4,
                motif.counts.emplace_back().begin());
  }
  return motif;
}

}  // namespace bitvox::motif
