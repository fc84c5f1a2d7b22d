// SPDX-License-Identifier: BSD-2-Clause
#include "ops/motif/motif_words.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>

#include "core/backends/run_on.hpp"
#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "core/random.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/stopwatch.hpp"
#include "ops/motif/motif_aside.hpp"
#include "ops/motif/motif_beginnings.hpp"
#include "ops/motif/motif_rows.hpp"

namespace bitvox::motif {
namespace {

// Below this the CPU is done before a GPU has been given its work.
constexpr int kGpuPaysLetters = 12;

constexpr std::int64_t kMostSampled = std::int64_t{1} << 20;  // words, for an estimate
constexpr std::int64_t kAllRoots = std::int64_t{1} << (2 * kLongest);

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
        most(whole ? options.max_motifs : most_beginnings) {
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
      [&](Gpu) {
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
// one only starts what has to be started; where it takes long, one a thread is enough.
Sample search_sample(const Problem& problem, const Options& options, std::int64_t most_words,
                     Progress& progress) {
  constexpr double kLongEnough = 0.05;  // seconds; more where it is worth while
  constexpr double kLongSearch = 60;
  constexpr double kLong = 0.2;
  constexpr std::int64_t kSecondPart = 64;
  const std::int64_t one_a_thread = std::max(2, thread_count(options.threads));
  for (std::int64_t part = 1;;) {
    Roots roots;
    RunReport report;
    Sample sample;
    const Stopwatch clock;
    sample.words = search(problem, options, part, most_words, roots, report, progress);
    sample.seconds = clock.seconds();
    sample.part_of = static_cast<double>(roots.all) / static_cast<double>(roots.count);
    const bool is_long = sample.seconds * sample.part_of > kLongSearch;
    const double enough = is_long ? 4 * kLongEnough : kLongEnough;
    if (part > 1 && (sample.seconds >= enough || roots.count == roots.all)) {
      return sample;
    }
    part = part > 1 ? 4 * part : sample.seconds > kLong ? one_a_thread : kSecondPart;
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
  const auto most = static_cast<std::size_t>(options.max_motifs);
  parallel_for(
      static_cast<std::int64_t>(beginnings.size()), threads, progress,
      [&] {
        return Own{Extension(problem, letters, rows_for<Rows>(best_cpu())), {}};
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
  double seconds = 0;
};

Extending guess_extending(const Problem& problem, const Options& options, int letters,
                          const std::vector<std::uint64_t>& beginnings, double count,
                          Progress& progress) {
  if (beginnings.empty()) {
    return {};
  }
  // A few for very long sequences, of which one takes seconds.
  const std::int64_t probes = std::clamp<std::int64_t>(
      (std::int64_t{1} << 28) / (static_cast<std::int64_t>(problem.windows.size()) + 1), 4, 64);
  struct Probe {
    Extension::Size size;
    double seconds = 0;
  };
  std::vector<Probe> all(static_cast<std::size_t>(probes));
  double expected = 0;
  aside(letters_in(problem), progress, [&] { expected = expected_words(problem); });
  const int threads = letters_in(problem) < kManyLetters ? 1 : thread_count(options.threads);
  parallel_for(
      probes, threads, progress,
      [&] { return Extension(problem, letters, rows_for<Rows>(best_cpu())); },
      [&](Extension& extension, std::int64_t i) {
        Random random(1, static_cast<std::uint64_t>(i));
        const auto which = random.below(static_cast<std::int64_t>(beginnings.size()));
        const Stopwatch clock;
        Probe& probe = all[static_cast<std::size_t>(i)];
        probe.size = extension.guess_size(beginnings[static_cast<std::size_t>(which)], random);
        probe.seconds = clock.seconds();
      });
  double prefixes = 0, words = 0, looked_at = 0, seconds = 0;
  for (const Probe& probe : all) {
    prefixes += probe.size.prefixes;
    words += probe.size.words;
    looked_at += static_cast<double>(probe.size.looked_at);
    seconds += probe.seconds;
  }
  const double scale = count / static_cast<double>(probes);
  // Where few descents reach a word, none of these may.
  const double all_words = std::max({words * scale, expected, 1.0});
  const double until_too_many = std::min(1.0, static_cast<double>(options.max_motifs) / all_words);
  Extending whole;
  whole.prefixes = prefixes * scale * until_too_many;
  whole.seconds = whole.prefixes * seconds / looked_at / thread_count(options.threads);
  return whole;
}

// Whether to make beginnings longer takes less than to search those with one letter more, which
// takes four times as long as this search.
bool is_worth_extending(const Extending& whole, double searched_seconds) {
  constexpr double kFewPrefixes = 10000;  // some milliseconds
  return whole.prefixes <= kFewPrefixes || whole.seconds <= 4 * searched_seconds;
}

// Beginnings so short that there are never too many: for where longer ones are, whatever their
// length. So a search ends that finds too many words.
struct ShortBeginnings {
  static constexpr int kLetters = 10;
  static_assert(std::int64_t{1} << (2 * kLetters) == kMostBeginnings);

  std::vector<std::uint64_t> words;
  Extending whole;
};

ShortBeginnings short_beginnings(const Problem& problem, const Options& options,
                                 Progress& progress) {
  const Beginnings beginnings(problem, options, ShortBeginnings::kLetters, kMostBeginnings,
                              progress);
  Roots roots;
  RunReport report;
  ShortBeginnings found;
  found.words =
      search(beginnings.searched, options, kAllRoots, kMostBeginnings, roots, report, progress);
  found.whole = guess_extending(problem, options, ShortBeginnings::kLetters, found.words,
                                static_cast<double>(found.words.size()), progress);
  return found;
}

}  // namespace

std::vector<std::uint64_t> find_words(const Problem& problem, const Options& options,
                                      RunReport& report, Progress& progress,
                                      std::int64_t most_beginnings) {
  constexpr std::int64_t kAll = 1 << 10;  // of the progress; each search takes half of the rest
  std::int64_t at = 0;
  StandingProgress standing(progress);
  std::optional<ShortBeginnings> short_ones;
  for (int letters = fewest_letters(problem, standing);; ++letters) {
    standing.move_to(at, kAll);
    const Beginnings beginnings(problem, options, letters, most_beginnings, standing);
    const std::int64_t end = beginnings.whole ? kAll : (at + kAll) / 2;
    PhaseProgress extending(progress, end, kAll, kAll);
    StandingProgress at_its_start(extending);
    const Stopwatch clock;
    try {
      PhaseProgress searching(progress, at, end, kAll);
      Roots roots;
      std::vector<std::uint64_t> words = search(beginnings.searched, options, kAllRoots,
                                                beginnings.most, roots, report, searching);
      if (beginnings.whole) {
        return words;
      }
      const double seconds = clock.seconds();
      const Extending whole = guess_extending(problem, options, letters, words,
                                              static_cast<double>(words.size()), at_its_start);
      if (is_worth_extending(whole, seconds)) {
        return extend(problem, letters, words, options, extending);
      }
    } catch (const TooManyWords&) {
      if (beginnings.whole) {
        throw TooManyMotifs();
      }
      if (letters > ShortBeginnings::kLetters) {
        const double seconds = clock.seconds();
        if (!short_ones) short_ones = short_beginnings(problem, options, at_its_start);
        if (is_worth_extending(short_ones->whole, seconds)) {
          return extend(problem, ShortBeginnings::kLetters, short_ones->words, options, extending);
        }
      }
    }
    at = end;
  }
}

double estimate_seconds(const Problem& problem, const Options& options, Progress& progress) {
  double seconds = 0;
  std::optional<ShortBeginnings> short_ones;
  for (int letters = fewest_letters(problem, progress);; ++letters) {
    const Beginnings beginnings(problem, options, letters, kMostBeginnings, progress);
    try {
      const Sample sample = search_sample(beginnings.searched, options,
                                          std::max(kMostSampled, beginnings.most), progress);
      const double words = static_cast<double>(sample.words.size()) * sample.part_of;
      const auto most = static_cast<double>(beginnings.most);
      const double searched =
          sample.seconds * sample.part_of * std::min(1.0, most / std::max(words, 1.0));
      seconds += searched;
      if (beginnings.whole) {
        return seconds;
      }
      if (words <= most) {
        const Extending whole =
            guess_extending(problem, options, letters, sample.words, words, progress);
        if (is_worth_extending(whole, searched)) return seconds + whole.seconds;
      } else if (letters > ShortBeginnings::kLetters) {
        if (!short_ones) short_ones = short_beginnings(problem, options, progress);
        if (is_worth_extending(short_ones->whole, searched)) {
          return seconds + short_ones->whole.seconds;
        }
      }
    } catch (const TooManyWords&) {
      if (beginnings.whole) {
        throw TooManyMotifs();
      }
    }
  }
}

}  // namespace bitvox::motif
