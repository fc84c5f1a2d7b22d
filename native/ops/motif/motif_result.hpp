// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "core/threads/progress.hpp"

namespace bitvox::motif {

// The best match of a motif in a sequence: the first of the nearest windows, those of the given
// strand before those of the other.
struct Site {
  std::uint64_t word = 0;      // the letters there, read in the motif's direction
  std::int32_t position = -1;  // of the first letter on the given strand, from 0; -1: no window
  std::int16_t distance = 0;   // where there is no window `length`
  bool reverse = false;        // the motif stands on the other strand
};

struct Motif {
  std::uint64_t word = 0;           // letters_of(word, length)
  int sequences = 0;                // that have it within `distance`
  std::int64_t total_distance = 0;  // sum over the sequences of min(distance of site, distance + 1)
  double e_value = 0;               // see motif_expectation.hpp
  std::vector<Site> sites;          // one a sequence, in their order
  // How often A, C, G, T stand at each place in the sites of the sequences that have it.
  std::vector<std::array<std::int32_t, 4>> counts;
};

// All motifs, by E-value, then total distance, then word. There may be millions: a column for each
// of their numbers.
struct Result {
  int length = 0;
  std::array<double, 4> background{};  // how frequent A, C, G, T are: letter_frequencies()
  std::int64_t windows = 0;

  // Of each motif; counts of each place and letter.
  std::vector<std::int64_t> words;
  std::vector<std::int32_t> sequences;
  std::vector<std::int64_t> total_distances;
  std::vector<double> e_values;
  std::vector<std::int32_t> counts;

  // Of each motif and sequence, in pieces of so many motifs: to make one array of gigabytes takes
  // seconds in which nothing can be stopped.
  int sequence_count = 0;
  int motifs_of_piece = 1;
  std::vector<std::vector<std::int32_t>> positions;
  std::vector<std::vector<std::int64_t>> site_words;
  std::vector<std::vector<std::uint8_t>> distances;
  std::vector<std::vector<std::uint8_t>> reversed;

  RunReport run;

  // Puts motifs with so many sites each into the columns, and frees each once it is there. Throws
  // Cancelled.
  void take(std::vector<Motif>&& motifs, std::size_t site_count, Progress& progress);

  std::size_t size() const { return words.size(); }
  Motif motif(std::size_t index) const;

  template <class Each>
  static void fields(Each&& field) {
    field("length", &Result::length);
    field("background", &Result::background);
    field("windows", &Result::windows);
    field("words", &Result::words);
    field("sequences", &Result::sequences);
    field("total_distances", &Result::total_distances);
    field("e_values", &Result::e_values);
    field("counts", &Result::counts);
    field("sequence_count", &Result::sequence_count);
    field("motifs_of_piece", &Result::motifs_of_piece);
    field("positions", &Result::positions);
    field("site_words", &Result::site_words);
    field("distances", &Result::distances);
    field("reversed", &Result::reversed);
    field("run", &Result::run);
  }
};

// Of the columns, so many bytes.
std::int64_t bytes_of_columns(std::size_t motifs, std::size_t sequences, int length);

}  // namespace bitvox::motif
