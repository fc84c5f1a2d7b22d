// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace bitvox::motif {

enum class Strands { kForward, kBoth };
enum class LowerCase { kSame, kMasked };

struct Sequence;
struct Options;

// A word is a number: two bits a letter (A 0, C 1, G 2, T 3), the first letter highest.
inline constexpr int kLongest = 31;
inline constexpr char kLetters[] = "ACGT";

std::string letters_of(std::uint64_t word, int length);

// The windows of a sequence: along the given strand, then, if asked for, those of the other one, in
// the order of their positions on the given strand.
struct Windows {
  std::vector<std::uint64_t> words;
  std::vector<std::int64_t> positions;  // of the first letter on the given strand
  std::size_t reversed = 0;             // from here on they are the other strand's
};

// Appends words, unless stop_requested().
void append(const std::uint64_t* from, std::size_t count, std::vector<std::uint64_t>& to);

// Throws InvalidInput where a letter is none that motif.hpp allows.
Windows windows_of(const Sequence& sequence, const Options& options);

// How frequent A, C, G and T are among all letters that windows may have, also those of runs that
// are too short for one; on both strands with Strands::kBoth. A quarter each where there are none.
std::array<double, 4> letter_frequencies(const std::vector<Sequence>& sequences,
                                         const Options& options);

// What the search needs. Words shorter than kFewestLetters are filled up by letters A: windows end
// with them, and so must motifs.
struct Problem {
  static constexpr int kFewestLetters = 8;

  int letters = 0;  // of words here, with those filled up
  int filled = 0;   // of them
  int distance = 0;
  int misses = 0;  // so many sequences may lack the motif
  // The distinct windows of all sequences that have any: the sequence with the fewest ones first,
  // as it excludes most words.
  std::vector<std::uint64_t> windows;
  std::vector<std::int64_t> first;  // of each sequence's windows, and the end of the last

  std::int64_t sequences() const { return static_cast<std::int64_t>(first.size()) - 1; }
  std::int64_t window_count(std::int64_t sequence) const {
    const auto i = static_cast<std::size_t>(sequence);
    return first[i + 1] - first[i];
  }
  const std::uint64_t* windows_of(std::int64_t sequence) const {
    return windows.data() + first[static_cast<std::size_t>(sequence)];
  }

  // From the windows of each sequence, of which equal ones are left out here.
  void set_windows(std::vector<std::vector<std::uint64_t>> words);
};

// The chance that two windows have the same letter at a place.
double chance_of_match(const Problem& problem);

// That so many letters have at most `distance` mismatches.
double chance_within(int letters, int distance, double match);

// From here on an operation asks whether there is so much memory; to ask takes longer than a small
// search.
inline constexpr std::int64_t kMuchMemory = std::int64_t{64} << 20;

// How many sequences must have a motif.
int quorum_of(const std::vector<Sequence>& sequences, const Options& options);

// Of all sequences.
std::int64_t letters_in(const std::vector<Sequence>& sequences);

// Throws InvalidInput (letters; too few sequences with windows), HostOutOfMemory. This and others
// that go through all letters return soon after stop_requested(), with what is to be thrown away.
Problem make_problem(const std::vector<Sequence>& sequences, const Options& options);

}  // namespace bitvox::motif
