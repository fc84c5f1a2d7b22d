// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/threads/progress.hpp"
#include "ops/motif/motif_sum.hpp"

namespace bitvox::motif {

// How often motifs occur by chance. The background: letters are independent, each sequence has the
// letters' frequencies, and its windows (both strands' where both are searched) are taken as
// independent of one another. For a word with letters u, a window differs from it in a number of
// letters that is a sum of independent trials, of chance 1 - f(u_j) each; F(x) is the chance of at
// most x. The nearest of w windows is within x with the chance 1 - (1 - F(x))^w.
//
// What depends on the word depends on its composition alone, on how often it has each letter, and
// of letters that are equally frequent on how often it has any of them. So a word and its reverse
// complement have the same bits where both strands are searched.
//
// J. Buhler, M. Tompa, "Finding motifs using random projections", Journal of Computational Biology
// 9 (2002) 225-242, has this for equal frequencies and all sequences.
class Chance {
 public:
  // windows: how many each sequence has. quorum: at least so many sequences have the words that are
  // asked for.
  Chance(int length, int distance, const std::array<double, 4>& frequencies,
         const std::vector<std::int64_t>& windows, int quorum);

  // The expected number of words that at least `quorum` sequences have within the distance: the sum
  // of their chances over all 4^length, but for what does not change its 12th digit.
  double expected_motifs(Progress& progress) const;

  // The E-value of a word: 4^length times the smaller of two chances in random sequences, that its
  // total distance, the sum over the sequences of min(distance of the nearest window, distance +
  // 1), is at most this, and that at least so many sequences, quorum or more, have it within the
  // distance. Words of one composition after another are soon done: what was last computed is kept.
  double e_value(std::uint64_t word, std::int64_t total_distance, int sequences);

  // How often a word has each letter; those of the same frequency are counted as the first of them.
  using Composition = std::array<int, 4>;
  Composition composition(std::uint64_t word) const;

 private:
  std::vector<double> within(const Composition& letters) const;
  double mean_lacking(double one) const;
  Sum lacking(double one) const;
  Sum total_distances(const std::vector<double>& one) const;

  int length_;
  int distance_;
  std::array<double, 4> frequencies_;
  int sequences_;
  int most_lacking_;
  std::map<std::int64_t, std::int64_t> of_windows_;  // how many sequences have so many

  struct Known {
    Composition letters;
    Sum lacking, total_distances;
    // The smaller of the two, by total distance and sequences that have the word.
    std::map<std::pair<std::int64_t, int>, double> chances;

    Known(const Composition& of, Sum lack, Sum totals)
        : letters(of), lacking(std::move(lack)), total_distances(std::move(totals)) {}
  };
  std::optional<Known> known_;
};

}  // namespace bitvox::motif
