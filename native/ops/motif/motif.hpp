// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <string>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "core/threads/progress.hpp"
#include "ops/motif/motif_problem.hpp"
#include "ops/motif/motif_result.hpp"

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

inline constexpr int kMostSequences = 65535;

struct Options : RunOptions {
  int length = 15;
  int distance = 4;  // less than the length
  int quorum = 0;    // sequences that must have it, of those that there are
  Strands strands = Strands::kForward;
  LowerCase lower_case = LowerCase::kSame;
  std::int64_t max_motifs = 10000;  // more are an error

  template <class Each>
  static void fields(Each&& field) {
    RunOptions::fields(field);
    field("length", &Options::length, within(2, kLongest));
    field("distance", &Options::distance, within(0, kLongest - 1));
    field("quorum", &Options::quorum, within(1, kMostSequences).or_zero("all"));
    field("strands", &Options::strands);
    field("lower_case", &Options::lower_case);
    field("max_motifs", &Options::max_motifs, from(1));
  }
};

// The same result for every backend and thread count. Throws InvalidInput (options; letters; fewer
// sequences with windows than the quorum; more motifs than max_motifs), Cancelled,
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

  template <class Each>
  static void fields(Each&& field) {
    field("expected", &Estimate::expected);
    field("seconds", &Estimate::seconds);
  }
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
