// SPDX-License-Identifier: BSD-2-Clause
#include "ops/motif/motif_words.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <mutex>

#include "core/error.hpp"
#include "core/memory.hpp"
#include "core/parallel.hpp"
#include "core/random.hpp"
#include "ops/motif/motif_aside.hpp"
#include "ops/motif/motif_beginnings.hpp"

namespace bitvox::motif {
namespace {

// Below this the CPU is done before a GPU has been given its work.
constexpr int kGpuPaysLetters = 12;

constexpr std::int64_t kMostSampled = std::int64_t{1} << 20;  // words, for an estimate
constexpr std::int64_t kAllRoots = std::int64_t{1} << (2 * kLongest);

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::int64_t letters_in(const Problem& problem) {
  return static_cast<std::int64_t>(problem.windows.size());
}

int fewest_letters(const Problem& problem, Progress& progress) {
  int letters = 0;
  aside(letters_in(problem), progress, [&] { letters = beginning_letters(problem); });
  return letters;
}

// A problem's words with so many first letters.
struct Beginnings {
  Beginnings(const Problem& problem, const Options& options, int letters,
             std::int64_t most_beginnings, Progress& progress)
      : whole(letters == problem.letters),
        searched(whole ? problem : shorter),
        most(whole ? options.most_motifs : most_beginnings) {
    if (whole) return;
    aside(letters_in(problem), progress, [&] { shorter = beginnings_of(problem, letters); });
  }

  bool whole;  // these are the words themselves
  Problem shorter;
  const Problem& searched;
  std::int64_t most;
};

// The words of some roots; says of which.
std::vector<std::uint64_t> search(const Problem& problem, const Options& options,
                                  std::int64_t most_roots, std::int64_t most_words, Roots& roots,
                                  RunReport& report, Progress& progress) {
  const bool small = problem.letters - problem.filled < kGpuPaysLetters;
  return run_on(
      options.backend, small ? GpuUse::kTooSmall : GpuUse::kPays, report,
      [&] {
        roots = Roots(cuda_roots(problem), most_roots);
        return search_cuda(problem, roots, most_words, progress);
      },
      [&](InstructionSet instructions) {
        roots = Roots(cpu_roots(problem), most_roots);
        return search_cpu(instructions, problem, roots, most_words, thread_count(options.threads),
                          progress);
      },
      nullptr, &progress);
}

// A part of a search.
struct Sample {
  double seconds = 0;
  double part_of = 1;  // the whole is so many times as much
  std::vector<std::uint64_t> words;
};

// Roots here and there, more and more of them until they take long enough to be timed. The first
// ones only start what has to be started.
Sample search_sample(const Problem& problem, const Options& options, std::int64_t most_words,
                     Progress& progress) {
  constexpr double kLongEnough = 0.05;  // seconds
  constexpr std::int64_t kFirstPart = 16;
  for (std::int64_t part = kFirstPart;; part *= 4) {
    Roots roots;
    RunReport report;
    Sample sample;
    const auto begin = Clock::now();
    sample.words = search(problem, options, part, most_words, roots, report, progress);
    sample.seconds = seconds_since(begin);
    sample.part_of = static_cast<double>(roots.all) / static_cast<double>(roots.count);
    if (part > kFirstPart && (sample.seconds >= kLongEnough || roots.count == roots.all)) {
      return sample;
    }
  }
}

std::vector<std::uint64_t> extend(const Problem& problem, int letters,
                                  const std::vector<std::uint64_t>& beginnings,
                                  const Options& options, Progress& progress) {
  const int threads = thread_count(options.threads);
  const std::int64_t bytes = Extension::bytes(problem) * threads;
  if (bytes > kMuchMemory) {
    require_memory({"Planted Motif", "Use fewer threads, or fewer or shorter sequences."},
                   host_memory(), bytes);
  }
  struct Own {
    Extension extension;
    std::vector<std::uint64_t> found;
  };
  std::mutex mutex;
  std::vector<std::uint64_t> all;
  const auto most = static_cast<std::size_t>(options.most_motifs);
  parallel_for(
      static_cast<std::int64_t>(beginnings.size()), threads, progress,
      [&] {
        return Own{Extension(problem, letters, best_rows()), {}};
      },
      [&](Own& own, std::int64_t i) {
        own.found.clear();
        own.extension.extend(beginnings[static_cast<std::size_t>(i)], most, own.found);
        if (own.found.empty()) {
          return;
        }
        const std::lock_guard lock(mutex);
        all.insert(all.end(), own.found.begin(), own.found.end());
        if (all.size() > most) {
          throw TooManyMotifs();
        }
      });
  return all;
}

// What it takes to make so many beginnings, of which some are known, longer.
struct Extending {
  double prefixes = 0;  // to be looked at
  double seconds = 0;   // of one thread
};

Extending guess_extending(const Problem& problem, const Options& options, int letters,
                          const std::vector<std::uint64_t>& beginnings, double count,
                          Progress& progress) {
  if (beginnings.empty()) {
    return {};
  }
  constexpr std::int64_t kProbes = 64;
  Extension extension(problem, letters, best_rows());
  Random random(1);
  const auto begin = Clock::now();
  Extension::Size sum;
  for (std::int64_t i = 0; i < kProbes; ++i) {
    progress.report(i, kProbes);
    const auto which = random.below(static_cast<std::int64_t>(beginnings.size()));
    const Extension::Size one =
        extension.guess_size(beginnings[static_cast<std::size_t>(which)], random);
    sum.prefixes += one.prefixes;
    sum.words += one.words;
    sum.looked_at += one.looked_at;
  }
  const double all = count / kProbes;
  const double until_too_many =
      std::min(1.0, static_cast<double>(options.most_motifs) / std::max(sum.words * all, 1.0));
  Extending whole;
  whole.prefixes = sum.prefixes * all * until_too_many;
  whole.seconds = whole.prefixes * seconds_since(begin) / static_cast<double>(sum.looked_at);
  return whole;
}

// Whether the search of beginnings with one letter more takes longer than to make these longer.
bool is_worth_extending(double prefixes, int letters) {
  constexpr double kFewPrefixes = 10000;   // some milliseconds
  constexpr double kPrefixesPerLeaf = 10;  // take about as long
  return prefixes <= kFewPrefixes + kPrefixesPerLeaf * std::pow(4.0, letters + 1 - kLeafLetters);
}

}  // namespace

const Rows& best_rows() {
  return rows_for<Rows>(*choose_backend("auto", GpuUse::kTooSmall).instructions);
}

std::vector<std::uint64_t> find_words(const Problem& problem, const Options& options,
                                      RunReport& report, Progress& progress,
                                      std::int64_t most_beginnings) {
  std::int64_t at = 0;
  StandingProgress standing(progress);
  for (int letters = fewest_letters(problem, standing);; ++letters) {
    standing.move_to(at);
    const Beginnings beginnings(problem, options, letters, most_beginnings, standing);
    const std::int64_t end = beginnings.whole ? 1000 : (at + 1000) / 2;
    try {
      PhaseProgress searching(progress, at, end);
      Roots roots;
      std::vector<std::uint64_t> words = search(beginnings.searched, options, kAllRoots,
                                                beginnings.most, roots, report, searching);
      if (beginnings.whole) {
        return words;
      }
      PhaseProgress extending(progress, end, 1000);
      StandingProgress at_its_start(extending);
      const Extending whole = guess_extending(problem, options, letters, words,
                                              static_cast<double>(words.size()), at_its_start);
      if (is_worth_extending(whole.prefixes, letters)) {
        return extend(problem, letters, words, options, extending);
      }
    } catch (const TooManyWords&) {
      if (beginnings.whole) {
        throw TooManyMotifs();
      }
    }
    at = end;
  }
}

double estimate_seconds(const Problem& problem, const Options& options, Progress& progress) {
  double seconds = 0;
  for (int letters = fewest_letters(problem, progress);; ++letters) {
    const Beginnings beginnings(problem, options, letters, kMostBeginnings, progress);
    try {
      const Sample sample = search_sample(beginnings.searched, options,
                                          std::max(kMostSampled, beginnings.most), progress);
      const double words = static_cast<double>(sample.words.size()) * sample.part_of;
      const auto most = static_cast<double>(beginnings.most);
      seconds += sample.seconds * sample.part_of * std::min(1.0, most / std::max(words, 1.0));
      if (beginnings.whole) {
        return seconds;
      }
      const Extending whole =
          guess_extending(problem, options, letters, sample.words, words, progress);
      if (words <= most && is_worth_extending(whole.prefixes, letters)) {
        return seconds + whole.seconds / thread_count(options.threads);
      }
    } catch (const TooManyWords&) {
      if (beginnings.whole) {
        throw TooManyMotifs();
      }
    }
  }
}

}  // namespace bitvox::motif
