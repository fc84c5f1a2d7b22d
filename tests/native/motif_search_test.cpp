// SPDX-License-Identifier: BSD-2-Clause
// That every backend finds the words that brute force finds.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <set>

#include "core/backends/built_with_cuda.hpp"
#include "motif_reference.hpp"
#include "ops/motif/motif.hpp"
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
  EXPECT_TRUE(bitvox::test::refusal([&] {
                find(sequences, options, progress);
              }).starts_with("there are more than max_motifs=10000"));
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

}  // namespace
}  // namespace bitvox::motif
