// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <exception>
#include <functional>
#include <string>
#include <vector>

#include "core/dispatch.hpp"
#include "core/progress.hpp"
#include "ops/motif/motif_problem.hpp"

namespace bitvox::motif {

// Planted motifs: all words of `length` letters A, C, G, T that occur with at most `distance`
// mismatches (Hamming distance, no gaps) in every sequence, or in at least `quorum` of them. The
// set is exact and complete: a word need not occur itself, and nothing is sampled.
//
// Windows are the runs of `length` letters of a sequence; with Strands::kBoth those of its reverse
// complement, too. U is T. A window with N or another code for several letters (IUPAC: R Y S W K M
// B D H V X) or a gap (-) is left out; with LowerCase::kMasked one with a small letter, too. Any
// other letter is refused. A sequence without windows has no motif.
//
// V. S. Dasari, R. Desh, M. Zubair, "Solving planted motif problem on GPU", GPUScA 2010, keep a
// bit for each of the 4^length words and a bit array a sequence. Here the first letters are walked
// as a tree, and only the last ones are such arrays (motif_rows.hpp): the tree's lists say which
// windows can still be near, so that little is set. P. A. Pevzner, S.-H. Sze, "Combinatorial
// approaches to finding subtle signals in DNA sequences", ISMB 2000, pose the problem.

struct Sequence {
  std::string name;     // for messages
  std::string letters;  // as above
};

struct Options : RunOptions {
  int length = 15;   // 2 to 31
  int distance = 4;  // 0 to length - 1
  int quorum = 0;    // sequences that must have it; 0: all
  Strands strands = Strands::kForward;
  LowerCase lower_case = LowerCase::kSame;
  std::int64_t most_motifs = 10000;  // more are refused
};

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

struct Result {
  std::vector<Motif> motifs;           // by E-value, then total distance, then word
  std::array<double, 4> background{};  // how frequent A, C, G, T are: letter_frequencies()
  std::int64_t windows = 0;
  RunReport run;
};

// The same result for every backend and thread count. Throws InvalidInput (options; letters; fewer
// sequences with windows than the quorum; more motifs than most_motifs), Cancelled,
// HostOutOfMemory, DeviceError.
//
// fits, if given, is told how many motifs there are before their sites are looked for, which may
// take much longer and all memory; it throws where so many are of no use. Called by this thread.
using Fits = std::function<void(std::size_t motifs)>;
Result find(const std::vector<Sequence>& sequences, const Options& options, Progress& progress,
            const Fits& fits = {});

// What to know before a long search.
struct Estimate {
  double expected = 0;  // motifs in random letters of the same frequencies: motif_expectation.hpp
  double seconds = 0;   // of the search, extrapolated from a small part of it on the same backend
};
Estimate estimate(const std::vector<Sequence>& sequences, const Options& options,
                  Progress& progress);

// ---- The twins -------------------------------------------------------------------------------

// Some roots of the tree, prefixes of words: all, or as many as asked for, spread evenly over them.
class Roots {
 public:
  Roots() = default;
  Roots(std::int64_t all_roots, std::int64_t at_most);  // all_roots: a power of 2

  std::int64_t all = 1;
  std::int64_t count = 1;
  std::uint64_t step = 1;  // root i is (i + 1) * step mod all

  std::uint64_t operator[](std::int64_t i) const {
    return static_cast<std::uint64_t>(i + 1) * step & static_cast<std::uint64_t>(all - 1);
  }
};

// Both return the words, as numbers, that begin with a root, in any order. Throw TooManyWords when
// there are more than `most`.
class TooManyWords : public std::exception {};
std::int64_t cpu_roots(const Problem& problem);
std::int64_t cuda_roots(const Problem& problem);
std::vector<std::uint64_t> search_cpu(InstructionSet instructions, const Problem& problem,
                                      const Roots& roots, std::int64_t most, int threads,
                                      Progress& progress);
std::vector<std::uint64_t> search_cuda(const Problem& problem, const Roots& roots,
                                       std::int64_t most, Progress& progress);

}  // namespace bitvox::motif
