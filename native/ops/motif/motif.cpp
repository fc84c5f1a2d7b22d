// SPDX-License-Identifier: BSD-2-Clause
#include "ops/motif/motif.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "core/options/check_fields.hpp"
#include "core/options/number.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/threads/stop_request.hpp"
#include "ops/motif/motif_aside.hpp"
#include "ops/motif/motif_expectation.hpp"
#include "ops/motif/motif_rows.hpp"
#include "ops/motif/motif_words.hpp"

namespace bitvox::motif {
namespace {

std::string not_allowed(const char* key, std::int64_t value, const std::string& allowed) {
  return std::string(key) + "=" + std::to_string(value) + " is not allowed; use " + allowed;
}

void check(const std::vector<Sequence>& sequences, const Options& options) {
  check_fields(options);
  if (options.distance >= options.length) {
    throw InvalidInput(
        not_allowed("distance", options.distance,
                    "0 to " + std::to_string(options.length - 1) + ", which is length - 1"));
  }
  if (sequences.empty() || sequences.size() > kMostSequences) {
    throw InvalidInput("there are " + std::to_string(sequences.size()) +
                       " sequences; 1 to 65535 are allowed");
  }
  if (static_cast<std::size_t>(options.quorum) > sequences.size()) {
    throw InvalidInput(not_allowed(
        "quorum", options.quorum,
        "0 (all) to " + std::to_string(sequences.size()) + ", the number of sequences"));
  }
}

Chance chance_of(const std::vector<Sequence>& sequences, const Options& options,
                 Progress& progress) {
  std::vector<std::int64_t> windows;
  std::array<double, 4> background{};
  aside(letters_in(sequences), progress, [&] {
    for (const Sequence& sequence : sequences) {
      windows.push_back(static_cast<std::int64_t>(windows_of(sequence, options).words.size()));
    }
    background = letter_frequencies(sequences, options);
  });
  return {options.length, options.distance, background, windows, quorum_of(sequences, options)};
}

// "4.7", "37600": three digits of it.
std::string about(double value) {
  if (value < 1000) return short_number(value, 3);
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 2);
  return short_number(std::round(value / unit) * unit, 15);
}

[[noreturn]] void refuse_too_many(const Options& options, double expected) {
  throw InvalidInput("there are more than max_motifs=" + std::to_string(options.max_motifs) +
                     " motifs; use a smaller distance=, a larger length= or quorum=, or allow "
                     "more; about " +
                     about(expected) + " are expected by chance");
}

void require_memory_for(std::size_t motifs, std::size_t sequences, const Options& options) {
  const std::size_t of_each = sizeof(Motif) + sequences * sizeof(Site) +
                              static_cast<std::size_t>(options.length) * sizeof(Motif::counts[0]);
  const auto bytes = static_cast<std::int64_t>(motifs * of_each);
  if (bytes > kMuchMemory) {
    require_memory({"Planted Motif", "Use a smaller max_motifs=."}, host_memory(), bytes);
  }
}

void find_sites(const Sequence& sequence, std::size_t index, const Options& options,
                std::int64_t& window_count, const std::vector<std::uint64_t>& words,
                std::vector<Motif>& motifs) {
  const Windows windows = windows_of(sequence, options);
  window_count = static_cast<std::int64_t>(windows.words.size());
  const Rows& rows = rows_for<Rows>(best_cpu());
  for (std::size_t i = 0; i < words.size() && !stop_requested(); ++i) {
    Site& site = motifs[i].sites[index];
    int distance = options.length;
    if (windows.words.empty()) {
      site.distance = static_cast<std::int16_t>(distance);
      continue;
    }
    const auto best = static_cast<std::size_t>(
        rows.nearest(windows.words.data(), window_count, words[i], &distance));
    site.distance = static_cast<std::int16_t>(distance);
    site.position = static_cast<std::int32_t>(windows.positions[best]);
    site.word = windows.words[best];
    site.reverse = best >= windows.reversed;
  }
}

void add_up_sites(Motif& motif, const Options& options) {
  motif.counts.resize(static_cast<std::size_t>(options.length));
  for (const Site& site : motif.sites) {
    motif.total_distance += std::min<int>(site.distance, options.distance + 1);
    if (site.distance > options.distance) {
      continue;
    }
    ++motif.sequences;
    for (int i = 0; i < options.length; ++i) {
      const std::uint64_t letter = site.word >> (2 * (options.length - 1 - i)) & 3;
      ++motif.counts[static_cast<std::size_t>(i)][letter];
    }
  }
}

// Counts of the sites, and E-values.
void rate(std::vector<Motif>& all, const Chance& chance, const Options& options, int threads,
          Progress& progress) {
  std::map<Chance::Composition, std::vector<Motif*>> by_composition;
  auto [comparing, rating, sorting] = progress_parts(progress, 1, 3, 1);
  for (std::size_t i = 0; i < all.size(); ++i) {
    comparing.report(static_cast<std::int64_t>(i), static_cast<std::int64_t>(all.size()));
    by_composition[chance.composition(all[i].word)].push_back(&all[i]);
  }
  std::vector<const std::vector<Motif*>*> parts;
  parts.reserve(by_composition.size());
  for (const auto& [composition, motifs] : by_composition) parts.push_back(&motifs);

  parallel_for(
      static_cast<std::int64_t>(parts.size()), threads, rating, [&] { return chance; },
      [&](Chance& own, std::int64_t part) {
        for (Motif* motif : *parts[static_cast<std::size_t>(part)]) {
          if (stop_requested()) return;
          add_up_sites(*motif, options);
          motif->e_value = own.e_value(motif->word, motif->total_distance, motif->sequences);
        }
      });

  parallel_for(1, 1, sorting, [&](std::int64_t) {
    std::sort(all.begin(), all.end(), [](const Motif& a, const Motif& b) {
      if (stop_requested()) throw Cancelled();  // of a million this takes a second
      return std::tie(a.e_value, a.total_distance, a.word) <
             std::tie(b.e_value, b.total_distance, b.word);
    });
  });
}

}  // namespace

// A step of golden section spreads few roots as evenly as many; being odd, it meets none twice.
Roots::Roots(std::int64_t all_roots, std::int64_t at_most)
    : all(all_roots), count(std::min(all_roots, at_most)) {
  constexpr double kGolden = 0.6180339887498949;
  if (count < all) {
    step = static_cast<std::uint64_t>(kGolden * static_cast<double>(all)) | 1;
  }
}

Result find(const std::vector<Sequence>& sequences, const Options& options, Progress& progress,
            const Fits& fits) {
  check(sequences, options);
  const int threads = thread_count(options.threads);
  Result result;
  result.length = options.length;
  Problem problem;
  StandingProgress starting(progress);
  aside(letters_in(sequences), starting, [&] {
    problem = make_problem(sequences, options);
    result.background = letter_frequencies(sequences, options);
  });

  auto [searching, making_room, finding_sites, rating, taking] =
      progress_parts(progress, 190, 1, 5, 3, 1);
  std::vector<std::uint64_t> words;
  try {
    words = find_words(problem, options, result.run, searching);
  } catch (const TooManyMotifs&) {
    StandingProgress here(making_room);
    refuse_too_many(options, chance_of(sequences, options, here).expected_motifs(here));
  }
  std::sort(words.begin(), words.end());

  require_memory_for(words.size(), sequences.size(), options);
  if (fits) fits(words.size());

  const auto count = static_cast<std::int64_t>(words.size());
  const auto sequence_count = static_cast<std::int64_t>(sequences.size());
  const std::int64_t compared = static_cast<std::int64_t>(problem.windows.size()) * (count + 1);
  const int used = compared < kManyLetters ? 1 : threads;
  std::vector<Motif> motifs(words.size());
  parallel_for(count, used, making_room, [&](std::int64_t i) {
    Motif& motif = motifs[static_cast<std::size_t>(i)];
    motif.word = words[static_cast<std::size_t>(i)];
    motif.sites.resize(sequences.size());
  });
  std::vector<std::int64_t> windows(sequences.size());
  const auto find_in = [&](std::int64_t i) {
    const auto index = static_cast<std::size_t>(i);
    find_sites(sequences[index], index, options, windows[index], words, motifs);
  };
  parallel_for(sequence_count, used, finding_sites, find_in);
  result.windows = std::accumulate(windows.begin(), windows.end(), std::int64_t{0});

  rate(motifs,
       Chance(options.length, options.distance, result.background, windows,
              quorum_of(sequences, options)),
       options, used, rating);
  StandingProgress standing(taking);
  result.take(std::move(motifs), sequences.size(), standing);
  progress.report(1, 1);
  return result;
}

Estimate estimate(const std::vector<Sequence>& sequences, const Options& options,
                  Progress& progress) {
  check(sequences, options);
  Problem problem;
  StandingProgress starting(progress);
  aside(letters_in(sequences), starting, [&] { problem = make_problem(sequences, options); });
  const Chance chance = chance_of(sequences, options, starting);
  Estimate estimate;
  auto [first, second] = progress_parts(progress, 1, 1);
  estimate.expected = chance.expected_motifs(first);

  StandingProgress at_its_start(second);
  try {
    estimate.seconds = estimate_seconds(problem, options, at_its_start);
  } catch (const TooManyMotifs&) {
    refuse_too_many(options, estimate.expected);
  }
  second.report(1, 1);
  return estimate;
}

}  // namespace bitvox::motif
