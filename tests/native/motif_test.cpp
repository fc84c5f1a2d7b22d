// SPDX-License-Identifier: BSD-2-Clause
#include "ops/motif/motif.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <thread>

#include "bits.hpp"
#include "core/backends/built_with_cuda.hpp"
#include "core/error.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/stop_request.hpp"
#include "core/threads/stopwatch.hpp"
#include "motif_reference.hpp"
#include "ops/motif/motif_beginnings.hpp"
#include "ops/motif/motif_expectation.hpp"
#include "ops/motif/motif_sum.hpp"
#include "ops/motif/motif_words.hpp"
#include "refusal.hpp"
#include "test_volumes.hpp"

namespace bitvox::motif {
namespace {

using bitvox::test::available_backends;
using bitvox::test::Random;

std::vector<std::uint64_t> found(const std::vector<Sequence>& sequences, Options options) {
  NoProgress progress;
  options.max_motifs = std::int64_t{1} << 24;
  return test::words_of(find(sequences, options, progress));
}

std::string refusal(const std::vector<Sequence>& sequences, const Options& options) {
  NoProgress progress;
  return bitvox::test::refusal([&] { find(sequences, options, progress); });
}

class MotifOn : public testing::TestWithParam<std::string> {};

class MotifThoroughOn : public MotifOn {};
INSTANTIATE_TEST_SUITE_P(Backends, MotifOn, testing::ValuesIn(available_backends()),
                         bitvox::test::backend_name);
INSTANTIATE_TEST_SUITE_P(Backends, MotifThoroughOn, testing::ValuesIn(available_backends()),
                         bitvox::test::backend_name);

// Lengths around those that are filled up, few letters, and sequences of few different words.
TEST_P(MotifThoroughOn, EqualsBruteForceOnRandomInput) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    Random random(seed);
    sample_motif::Options sample;
    sample.seed = static_cast<std::int64_t>(seed);
    sample.sequences = static_cast<int>(1 + random.below(8));
    sample.length = static_cast<int>(2 + random.below(8));
    sample.letters = static_cast<int>(sample.length + random.below(130));
    sample.distance = static_cast<int>(random.below(std::min(sample.length - 1, 5) + 1));
    sample.gc = random.chance(0.3) ? 0.05 : 0.5;
    Options options;
    options.length = sample.length;
    options.distance = sample.distance;
    options.quorum = static_cast<int>(random.below(sample.sequences + 1));
    options.strands = random.chance(0.5) ? Strands::kBoth : Strands::kForward;
    options.backend = GetParam();
    options.threads = 2;
    const auto sequences = test::sample(sample);
    EXPECT_EQ(found(sequences, options), test::brute_force(sequences, options))
        << "seed " << seed << ": " << sample.sequences << " x " << sample.letters << ", ("
        << sample.length << ", " << sample.distance << "), quorum " << options.quorum;
  }
}

TEST_P(MotifOn, EqualsBitArraysOnTheUsualInput) {
  Options options;
  options.length = 9;
  options.distance = 2;
  options.backend = GetParam();
  const auto sequences = test::sample({20, 600, 9, 2, 0.5, 3});
  const auto expected = test::bit_arrays(sequences, options);
  EXPECT_FALSE(expected.empty());
  EXPECT_EQ(found(sequences, options), expected);
}

// One long sequence among short ones, nothing but repeats, and few different letters: lists of very
// different lengths, of which those of a GPU do not hold all.
TEST_P(MotifThoroughOn, EqualsBitArraysOnLowComplexity) {
  Options options;
  options.length = 10;
  options.distance = 2;
  options.backend = GetParam();
  auto sequences = test::sample({5, 700, 10, 2, 0.02, 3});
  sequences.push_back({"long", test::sample({1, 9000, 10, 2, 0.5, 4})[0].letters});
  sequences.push_back({"repeats", std::string(500, 'A') + std::string(500, 'T')});
  std::string pairs;
  for (int i = 0; i < 400; ++i) pairs += "AT";
  sequences.push_back({"pairs", pairs});
  const auto expected = test::bit_arrays(sequences, options);
  EXPECT_FALSE(expected.empty());
  EXPECT_EQ(found(sequences, options), expected);
  options.quorum = 4;
  EXPECT_EQ(found(sequences, options), test::bit_arrays(sequences, options));
}

// So many sequences that most may lack the motif: many bit planes.
TEST_P(MotifOn, EqualsBitArraysForSmallQuorums) {
  Options options;
  options.length = 8;
  options.distance = 1;
  options.backend = GetParam();
  const auto sequences = test::sample({60, 80, 8, 1, 0.5, 3});
  for (const int quorum : {1, 29, 58}) {
    options.quorum = quorum;
    EXPECT_EQ(found(sequences, options), test::bit_arrays(sequences, options)) << quorum;
  }
}

// Long words of few mismatches, by their beginnings; with repeats, other strands and some sequences
// that lack them.
TEST_P(MotifOn, LongWordsEqualThoseNearWindows) {
  struct Case {
    int length, distance, quorum;
    double gc;
    Strands strands;
  };
  for (const Case& one : {Case{31, 0, 0, 0.5, Strands::kForward},
                          {19, 0, 3, 0.02, Strands::kBoth},
                          {27, 1, 4, 0.5, Strands::kBoth},
                          {20, 2, 0, 0.5, Strands::kForward}}) {
    auto sequences = test::sample({5, 50, one.length, one.distance / 2, one.gc, 7});
    sequences.push_back({"repeats", sequences[2].letters + std::string(40, 'A')});
    Options options;
    options.length = one.length;
    options.distance = one.distance;
    options.quorum = one.quorum;
    options.strands = one.strands;
    options.backend = GetParam();
    options.threads = 2;
    const auto expected = test::near_windows(sequences, options);
    EXPECT_FALSE(expected.empty());
    EXPECT_EQ(found(sequences, options), expected) << one.length << ", " << one.distance;
  }
}

// More words than should be beginnings, which are no fewer however long they are; and so many that
// the search ends early.
TEST_P(MotifThoroughOn, LongWordsOfFewSequencesAreFoundSoon) {
  Options options;
  options.length = 31;
  options.distance = 0;
  options.quorum = 1;
  options.backend = GetParam();
  options.threads = 2;
  const auto sequences = test::sample({3, 5000, options.length, 0, 0.5, 7});
  std::vector<std::uint64_t> expected;
  for (const Sequence& sequence : sequences) {
    const auto words = windows_of(sequence, options).words;
    expected.insert(expected.end(), words.begin(), words.end());
  }
  std::sort(expected.begin(), expected.end());
  expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
  EXPECT_GT(expected.size(), 14000U);
  EXPECT_EQ(found(sequences, options), expected);

  options.distance = 3;
  NoProgress progress;
  EXPECT_LT(estimate(sequences, options, progress).seconds, 60);
  EXPECT_TRUE(refusal(sequences, options).starts_with("there are more than max_motifs=10000"));
}

// A search by the twin of a backend.
std::int64_t roots_on(const std::string& backend, const Problem& problem) {
  if constexpr (kBuiltWithCuda) {
    if (backend == "cuda") return cuda_roots(problem);
  }
  return cpu_roots(problem);
}
std::vector<std::uint64_t> search_on(const std::string& backend, const Problem& problem,
                                     const Roots& roots, std::int64_t most) {
  NoProgress progress;
  if constexpr (kBuiltWithCuda) {
    if (backend == "cuda") return search_cuda(problem, roots, most, progress);
  }
  return search_cpu(*choose_backend(backend, GpuUse::kPays).instructions, problem, roots, most, 2,
                    progress);
}

// So long words are searched by their beginnings, unless these are many: so only some roots, the
// first of which has the planted word.
TEST_P(MotifOn, LongWordsOfSomeRootsEqualThoseNearWindows) {
  Options options;
  options.length = 28;
  options.distance = 2;
  constexpr int kRoots = 3000;
  auto sequences = test::sample({5, 50, options.length, 1, 0.5, 7});
  const Problem any = make_problem(sequences, options);
  const Roots roots(roots_on(GetParam(), any), kRoots);
  const int root_letters = std::countr_zero(static_cast<std::uint64_t>(roots.all)) / 2;
  const int rest = options.length - root_letters;
  const std::string planted = letters_of(roots[0], root_letters) +
                              sequences[0].letters.substr(0, static_cast<std::size_t>(rest));
  for (Sequence& sequence : sequences) sequence.letters += planted;

  std::set<std::uint64_t> searched;
  for (int i = 0; i < kRoots; ++i) searched.insert(roots[i]);
  std::vector<std::uint64_t> expected;
  for (const std::uint64_t word : test::near_windows(sequences, options)) {
    if (searched.contains(word >> (2 * rest))) expected.push_back(word);
  }
  EXPECT_GE(expected.size(), 37U);
  const Problem problem = make_problem(sequences, options);
  auto words = search_on(GetParam(), problem, roots, 10000);
  std::sort(words.begin(), words.end());
  EXPECT_EQ(words, expected);
}

// Too many, though few descents of the tree reach one: hours, if it were not known.
TEST(MotifThorough, ASearchThatFindsTooManyIsNotEstimatedToTheEnd) {
  Options options;
  options.length = 26;
  options.distance = 5;
  options.quorum = 2;
  options.max_motifs = 100;
  options.threads = 1;
  const auto sequences = test::sample({20, 200, options.length, 0, 0.5, 7});
  NoProgress progress;
  const Estimate too_many = estimate(sequences, options, progress);
  EXPECT_GT(too_many.expected, 1e5);
  EXPECT_LT(too_many.seconds, 600);
}

// Few mismatches leave so few lists with windows that a long tree is walked soon.
TEST_P(MotifOn, FindsAPlantedMotifOf14Letters) {
  const sample_motif::Options sample{6, 60, 14, 2, 0.5, 11};
  NoProgress progress;
  const std::string planted = sample_motif::make(sample, progress).motif;
  Options options;
  options.length = 14;
  options.distance = 2;
  options.backend = GetParam();
  const Result result = find(test::sample(sample), options, progress);
  ASSERT_GT(result.size(), 0U);
  EXPECT_EQ(letters_of(result.motif(0).word, 14), planted);
  EXPECT_LT(result.e_values[0], 1e-3);
}

// More beginnings than can be kept: with more letters there are fewer, and at last the whole words.
TEST(Motif, TooManyBeginningsAreTakenLonger) {
  Options options;
  options.length = 12;
  options.distance = 1;
  options.backend = "scalar";
  const auto sequences = test::sample({5, 120, options.length, 0, 0.5, 3});
  const Problem problem = make_problem(sequences, options);
  ASSERT_LT(beginning_letters(problem), options.length);
  NoProgress progress;
  RunReport report;
  const auto words = [&](std::int64_t most_beginnings) {
    auto all = find_words(problem, options, report, progress, most_beginnings);
    std::sort(all.begin(), all.end());
    return all;
  };
  const auto expected = test::near_windows(sequences, options);
  EXPECT_GE(expected.size(), 37U);  // the planted word, and those within 1 of it
  for (const std::int64_t most : {1 << 20, 100, 50, 10, 1})
    EXPECT_EQ(words(most), expected) << most;
}

// What goes through all letters looks up now and then.
TEST(Motif, SetUpCanBeStopped) {
  Options options;
  const std::vector<Sequence> sequences{{"a", std::string(400000, 'A') + "CGT"},
                                        {"b", std::string(400000, 'G')}};
  bitvox::test::CancelAfter progress(2);
  Problem problem;
  Windows windows;
  const auto set_up = [&](std::int64_t) {
    while (!stop_requested()) std::this_thread::yield();
    windows = windows_of(sequences[0], options);
    problem = make_problem(sequences, options);
  };
  EXPECT_THROW(parallel_for(1, 1, progress, set_up), Cancelled);
  EXPECT_TRUE(windows.words.empty());
  EXPECT_TRUE(problem.windows.empty());
}

TEST(Motif, SitesAreTheNearestWindows) {
  Options options;
  options.length = 5;
  options.distance = 1;
  options.strands = Strands::kBoth;
  NoProgress progress;
  // GATTA; with one mismatch; on the other strand (TAATC); twice.
  const std::vector<Sequence> sequences{
      {"a", "ccGATTAcc"}, {"b", "GACTAGGGGG"}, {"c", "GGGTAATCGGG"}, {"d", "GATTAGATTA"}};
  const std::vector<Motif> motifs = test::motifs_of(find(sequences, options, progress));
  const auto motif = std::find_if(motifs.begin(), motifs.end(),
                                  [](const Motif& m) { return letters_of(m.word, 5) == "GATTA"; });
  ASSERT_NE(motif, motifs.end());
  EXPECT_EQ(motif->sequences, 4);
  EXPECT_EQ(motif->total_distance, 1);
  const std::int64_t positions[] = {2, 0, 3, 0};
  const int distances[] = {0, 1, 0, 0};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(motif->sites[i].position, positions[i]) << i;
    EXPECT_EQ(motif->sites[i].distance, distances[i]) << i;
    EXPECT_EQ(motif->sites[i].reverse, i == 2) << i;
  }
  EXPECT_EQ(letters_of(motif->sites[1].word, 5), "GACTA");
  const std::array<std::int32_t, 4> third{0, 1, 0, 3};
  EXPECT_EQ(motif->counts[2], third);
}

TEST(Motif, HowManyThereAreIsSaidBeforeTheirSitesAreLookedFor) {
  struct TooMany {};
  class Seen final : public Progress {
   public:
    void report(std::int64_t done, std::int64_t total) override { part = 1000 * done / total; }
    std::int64_t part = 0;  // thousandths
  } progress;
  Options options;
  options.length = 5;
  options.distance = 4;
  const auto sequences = test::sample({50, 60, 5, 0, 0.5, 1});
  std::size_t said = 0;
  const Fits fits = [&](std::size_t motifs) {
    said = motifs;
    throw TooMany();
  };
  EXPECT_THROW(find(sequences, options, progress, fits), TooMany);
  EXPECT_EQ(said, 1024U);
  EXPECT_LE(progress.part, 950);  // the search alone
}

TEST(Motif, WindowsLeaveOutWhatIsNoLetter) {
  Options options;
  options.length = 3;
  Windows windows = windows_of({"x", "ACGNacguT-AA"}, options);
  std::string words;
  for (const std::uint64_t word : windows.words) words += letters_of(word, 3) + " ";
  EXPECT_EQ(words, "ACG ACG CGT GTT ");
  EXPECT_EQ(windows.positions, (std::vector<std::int64_t>{0, 4, 5, 6}));
  options.lower_case = LowerCase::kMasked;
  windows = windows_of({"x", "ACGNacguTTT-AA"}, options);
  EXPECT_EQ(windows.positions, (std::vector<std::int64_t>{0, 8}));
  options.strands = Strands::kBoth;
  windows = windows_of({"x", "AACG"}, options);
  EXPECT_EQ(windows.reversed, 2U);
  EXPECT_EQ(letters_of(windows.words[2], 3), "GTT");
  EXPECT_EQ(letters_of(windows.words[3], 3), "CGT");
}

TEST(Motif, RefusesWhatItCannotSearch) {
  const std::vector<Sequence> two{{"a", "ACGTACGT"}, {"b", "ACGTAAAA"}};
  Options options;
  options.length = 4;
  options.distance = 1;
  EXPECT_EQ(refusal(two, options), "accepted");
  options.length = 32;
  EXPECT_EQ(refusal(two, options), "length=32 is not allowed; use 2 to 31");
  options.length = 4;
  options.distance = 4;
  EXPECT_EQ(refusal(two, options), "distance=4 is not allowed; use 0 to 3, which is length - 1");
  options.distance = 1;
  options.quorum = 3;
  EXPECT_EQ(refusal(two, options),
            "quorum=3 is not allowed; use 0 (all) to 2, the number of sequences");
  options.quorum = 0;
  options.max_motifs = 0;
  EXPECT_EQ(refusal(two, options), "max_motifs=0 is not allowed; use 1 or more");
  options.max_motifs = 10;
  EXPECT_EQ(refusal({}, options), "there are 0 sequences; 1 to 65535 are allowed");
  EXPECT_EQ(
      refusal({{"a", "ACGT"}, {"b", "AC!GT"}}, options),
      "sequence 'b' has '!' at position 3; allowed are A, C, G, T, U, the codes N R Y S W K M "
      "B D H V X for several letters, and the gap -");
  EXPECT_EQ(refusal({{"a", "ACGT"}, {"b", "ACGNACG"}}, options),
            "sequence 'b' has no 4 letters A, C, G or T in a row, of 7 in all; leave it out, use a "
            "smaller length=, or a quorum= of at most 1");
  options.quorum = 1;
  EXPECT_EQ(refusal({{"a", "ACGT"}, {"b", "ACGNACG"}}, options),
            "there are more than max_motifs=10 motifs; use a smaller distance=, a larger length= "
            "or quorum=, or allow more; about 13 are expected by chance");
  options.quorum = 0;
  EXPECT_TRUE(refusal({{"a", "MKVLA"}}, options).starts_with("sequence 'a' has 'L' at position 4"));
  EXPECT_TRUE(refusal({{"a", "MKVLA"}}, options).ends_with("a protein? DNA or RNA is needed"));
}

// Every word with its own chance, from its letters.
double expected_by_words(int length, int distance, const std::array<double, 4>& frequencies,
                         const std::vector<std::int64_t>& windows, int quorum) {
  double sum = 0;
  const std::uint64_t words = std::uint64_t{1} << (2 * length);
  for (std::uint64_t word = 0; word < words; ++word) {
    double near = 0;
    for (std::uint64_t window = 0; window < words; ++window) {
      double chance = 1;
      for (int i = 0; i < length; ++i) chance *= frequencies[window >> (2 * i) & 3];
      if (test::letters_that_differ(word, window) <= distance) near += chance;
    }
    // All sets of sequences that have it.
    for (unsigned having = 0; having < 1U << windows.size(); ++having) {
      if (std::popcount(having) < quorum) continue;
      double chance = 1;
      for (std::size_t i = 0; i < windows.size(); ++i) {
        const double none = std::pow(1 - near, static_cast<double>(windows[i]));
        chance *= (having >> i & 1) != 0 ? 1 - none : none;
      }
      sum += chance;
    }
  }
  return sum;
}

TEST(Motif, ExpectationIsTheSumOverAllWords) {
  const std::array<double, 4> frequencies{0.4, 0.3, 0.2, 0.1};
  NoProgress progress;
  for (const int quorum : {1, 2, 3}) {
    const std::vector<std::int64_t> windows{5, 5, 17};
    EXPECT_NEAR(Chance(4, 1, frequencies, windows, quorum).expected_motifs(progress),
                expected_by_words(4, 1, frequencies, windows, quorum), 1e-9);
  }
}

// Nearly all compositions have it for sure, or cannot: only of the others anything is computed.
TEST(Motif, ExpectationOfManySequencesIsSoonFound) {
  const std::array<double, 4> frequencies{0.25, 0.25, 0.25, 0.25};
  constexpr int kSequences = 2000;
  constexpr std::int64_t kWindows = 400;
  NoProgress progress;
  const double expected =
      Chance(8, 1, frequencies, std::vector<std::int64_t>(kSequences, kWindows), kSequences / 7)
          .expected_motifs(progress);
  // All words are alike, so the number of sequences that have one is binomial.
  const double one = 25 / std::pow(4.0, 8);
  const double has = 1 - std::pow(1 - one, kWindows);
  double often = 0;
  for (int k = kSequences / 7; k <= kSequences; ++k) {
    often += std::exp(std::lgamma(kSequences + 1.0) - std::lgamma(k + 1.0) -
                      std::lgamma(kSequences - k + 1.0) + k * std::log(has) +
                      (kSequences - k) * std::log(1 - has));
  }
  EXPECT_GT(often, 0.01);
  EXPECT_LT(often, 0.99);
  EXPECT_NEAR(expected, std::pow(4.0, 8) * often, 1e-6 * expected);
}

// Of so many, not all sums are computed; lengths differ, and a few sequences have no windows.
TEST(Motif, SumsOfManyNumbersAreThoseOfAddingThem) {
  Random random(1);
  for (const std::size_t values : {2U, 3U, 6U}) {
    Sum sum(values);
    std::vector<double> added{1.0};
    const auto add = [&](const std::vector<double>& chances, int count) {
      sum.add(chances, count);
      for (int i = 0; i < count; ++i) {
        std::vector<double> next(added.size() + values - 1, 0.0);
        for (std::size_t total = 0; total < added.size(); ++total) {
          for (std::size_t x = 0; x < values; ++x) next[total + x] += added[total] * chances[x];
        }
        added = next;
      }
    };
    std::vector<double> last(values, 0.0);
    last.back() = 1;
    add(last, 3);
    for (const int count : {1, 20, static_cast<int>(Sum::kFew)}) {
      std::vector<double> chances(values);
      double all = 0;
      for (double& chance : chances) all += chance = 1e-3 + static_cast<double>(random.below(1000));
      for (double& chance : chances) chance /= all;
      add(chances, count);
    }
    double exact = 0;
    for (std::size_t total = 0; total < added.size(); ++total) {
      exact += added[total];
      const double found = sum.at_most(static_cast<std::int64_t>(total));
      if (exact > 1e-290) {
        ASSERT_NEAR(found / exact, 1, 1e-9) << values << ", " << total;
      } else {
        ASSERT_LT(found, 1e-280) << values << ", " << total;
      }
    }
    EXPECT_EQ(sum.at_most(-1), 0);
  }
}

// Compositions that have it neither for sure nor cannot, of so many sequences.
TEST(Motif, ChancesOfTenThousandSequencesTakeNoTime) {
  const std::array<double, 4> frequencies{0.3, 0.2, 0.24, 0.26};
  const std::vector<std::int64_t> windows(10000, 36);
  NoProgress progress;
  const Stopwatch clock;
  Chance chance(15, 4, frequencies, windows, 100);
  const double expected = chance.expected_motifs(progress);
  EXPECT_GT(expected, 1);
  EXPECT_LT(expected, std::pow(4.0, 15));
  const double less = chance.e_value(0, 49700, 100);
  EXPECT_GT(less, 0);
  EXPECT_LT(less, chance.e_value(0, 49750, 100));
  EXPECT_LT(clock.seconds(), 2);  // minutes, sequence by sequence
}

TEST(Motif, EValueOfTheLargestTotalIsAllWordsAndOfNoneTheChanceOfExactWords) {
  const std::array<double, 4> frequencies{0.25, 0.25, 0.25, 0.25};
  Chance chance(3, 1, frequencies, {4, 6}, 0);
  EXPECT_NEAR(chance.e_value(7, 4, 0), 64, 1e-12);  // 2 sequences, each at most distance + 1
  const double exact = (1 - std::pow(63.0 / 64, 4)) * (1 - std::pow(63.0 / 64, 6));
  EXPECT_NEAR(chance.e_value(7, 0, 2), 64 * exact, 1e-12);
  // Ten of 64 words are within 1: both have it, at whatever distance up to that.
  const double both = (1 - std::pow(54.0 / 64, 4)) * (1 - std::pow(54.0 / 64, 6));
  EXPECT_NEAR(chance.e_value(7, 4, 2), 64 * both, 1e-12);
}

// Both are found as often, so rounding must not order them.
TEST(Motif, AWordAndItsReverseComplementHaveTheSameEValue) {
  Options options;
  options.length = 8;
  options.distance = 1;
  options.quorum = 6;
  options.strands = Strands::kBoth;
  NoProgress progress;
  const Result result = find(test::sample({9, 60, 8, 1, 0.3, 4}), options, progress);
  std::map<std::uint64_t, double> e_values;
  for (const Motif& motif : test::motifs_of(result)) e_values[motif.word] = motif.e_value;
  EXPECT_GE(e_values.size(), 10U);
  for (const auto& [word, e_value] : e_values) {
    std::uint64_t other = 0;
    for (int i = 0; i < 8; ++i) other = other * 4 + (3 - (word >> (2 * i) & 3));
    ASSERT_TRUE(e_values.contains(other)) << letters_of(word, 8);
    EXPECT_EQ(e_values[other], e_value) << letters_of(word, 8);
  }
}

TEST(Motif, EstimateKnowsTheUsualProblem) {
  NoProgress progress;
  Options options;
  options.length = 11;
  options.distance = 3;
  const Estimate usual = estimate(test::sample({20, 600, 11, 3, 0.5, 1}), options, progress);
  EXPECT_NEAR(usual.expected, 4.7, 2.5);
  EXPECT_GT(usual.seconds, 0);
}

TEST(MotifSlow, EqualsBruteForceFor11And3) {
  const auto sequences = test::sample({20, 600, 11, 3, 0.5, 5});
  Options options;
  options.length = 11;
  options.distance = 3;
  const auto expected = test::brute_force(sequences, options);
  for (const std::string& backend : available_backends()) {
    options.backend = backend;
    EXPECT_EQ(found(sequences, options), expected) << backend;
  }
}

TEST(MotifSlow, EqualsBitArraysFor13And4And15And5) {
  for (const auto& [length, distance, letters] : {std::array{13, 4, 600}, std::array{15, 5, 120}}) {
    sample_motif::Options sample{20, letters, length, distance, 0.5, 5};
    const auto sequences = test::sample(sample);
    Options options;
    options.length = length;
    options.distance = distance;
    const auto expected = test::bit_arrays(sequences, options);
    EXPECT_FALSE(expected.empty());
    for (const std::string& backend : available_backends()) {
      options.backend = backend;
      EXPECT_EQ(found(sequences, options), expected) << backend;
    }
  }
}

// Letters of equal and of unequal frequency, and runs of A, which most roots have nothing to do
// with.
TEST(MotifSlow, EstimatesHowLongItTakes) {
  struct Case {
    int length, distance;
    double gc;
    std::string repeat;
  };
  for (const Case& one : {Case{15, 5, 0.5, ""}, Case{15, 4, 0.5, std::string(13, 'A')},
                          Case{16, 4, 0.2, ""}, Case{25, 3, 0.5, std::string(18, 'A')}}) {
    auto sequences = test::sample({20, 600, one.length, one.distance, one.gc, 5});
    for (Sequence& sequence : sequences) sequence.letters += one.repeat;
    Options options;
    options.length = one.length;
    options.distance = one.distance;
    options.max_motifs = std::int64_t{1} << 24;
    const Problem problem = make_problem(sequences, options);
    NoProgress progress;
    RunReport report;
    const double expected = estimate_seconds(problem, options, progress);
    const Stopwatch clock;
    find_words(problem, options, report, progress);
    const double taken = clock.seconds();
    constexpr double kBusyMachine = 2;
    EXPECT_LT(expected, 2 * kBusyMachine * taken + 0.1) << one.length << one.repeat;
    EXPECT_GT(expected, taken / 2 / kBusyMachine - 0.1) << one.length << one.repeat;
  }
}

// ---- The contract ------------------------------------------------------------------------------

}  // namespace
}  // namespace bitvox::motif
