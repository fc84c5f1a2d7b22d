// SPDX-License-Identifier: BSD-2-Clause
#include "ops/motif/motif.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "core/error.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/stop_request.hpp"
#include "core/threads/stopwatch.hpp"
#include "motif_reference.hpp"
#include "ops/motif/motif_beginnings.hpp"
#include "ops/motif/motif_words.hpp"
#include "refusal.hpp"
#include "test_volumes.hpp"

namespace bitvox::motif {
namespace {

std::string refusal(const std::vector<Sequence>& sequences, const Options& options) {
  NoProgress progress;
  return bitvox::test::refusal([&] { find(sequences, options, progress); });
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

  // 39 bytes and a letter of two: the name is cut before it.
  const std::string long_name = std::string(39, '[') + "\u00e9" + std::string(1000, 'x');
  EXPECT_TRUE(refusal({{long_name, "AC!"}}, options)
                  .starts_with("sequence '" + std::string(39, '[') + "...' has '!'"));
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

}  // namespace
}  // namespace bitvox::motif
