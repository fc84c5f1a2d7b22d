// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/memory/aligned_array.hpp"
#include "core/random.hpp"
#include "ops/motif/motif_problem.hpp"
#include "ops/motif/motif_rows.hpp"

// Long words by their beginnings. The first letters of a motif are a motif of the windows' first
// letters: so those are searched, as few as leave few words, and made longer letter by letter.
// Otherwise the tree would have 4 times as many leaves for each letter more, with nothing in them.
namespace bitvox::motif {

// How many first letters are expected to leave some thousand words, with letters as frequent as in
// the windows, or so many that one more would not leave much fewer; all, if that many are needed.
// Only speed depends on it.
int beginning_letters(const Problem& problem);

// About how many words there are, with letters as frequent as in the windows.
double expected_words(const Problem& problem);

// The problem of the windows' first letters.
Problem beginnings_of(const Problem& problem, int letters);

// What one thread needs to make beginnings longer.
class Extension {
 public:
  Extension(const Problem& problem, int letters, const Rows& rows);

  static std::int64_t bytes(const Problem& problem);  // of one Extension

  // Appends the words of the problem that begin with this, which some windows of enough sequences
  // are near. Returns early, with some of them, once stop_requested() or where more than `most` are
  // found.
  void extend(std::uint64_t beginning, std::size_t most, std::vector<std::uint64_t>& found);

  // How many prefixes extend() would look at, and words find, guessed from those of one random
  // descent (D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of
  // Computation 29, 1975): right on average.
  struct Size {
    double prefixes = 0;
    double words = 0;
    std::int64_t looked_at = 0;  // here
  };
  Size guess_size(std::uint64_t beginning, Random& random);

 private:
  void start(std::uint64_t beginning);
  void walk(std::uint64_t prefix, int letters);
  bool enough_have(std::uint64_t prefix, int letters);
  bool has(std::int64_t sequence, std::uint64_t prefix, int shift);

  const Problem& problem_;
  int letters_;
  const Rows& rows_;
  // Of the first sequences, the windows near the beginning: made when they are needed, until then
  // -1 of them. The other sequences' windows are all read.
  std::int64_t listed_;
  AlignedArray<std::uint64_t> near_;
  std::vector<std::int64_t> near_counts_;
  std::uint64_t beginning_ = 0;
  std::vector<std::uint64_t>* found_ = nullptr;
  std::size_t most_ = 0;
};

}  // namespace bitvox::motif
