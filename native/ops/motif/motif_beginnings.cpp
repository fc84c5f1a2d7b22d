// SPDX-License-Identifier: BSD-2-Clause
#include "ops/motif/motif_beginnings.hpp"

#include <algorithm>
#include <cmath>

#include "core/threads/stop_request.hpp"

namespace bitvox::motif {
namespace {

// To make one longer takes some microseconds.
constexpr double kFewBeginnings = 10000;

constexpr std::int64_t kMostNear = std::int64_t{4} << 20;  // windows: 32 MiB a thread

// That at most so many of `sequences` lack what one has with this chance.
double chance_of_misses(double sequences, int misses, double has) {
  if (has <= 0 || has >= 1) {
    return has >= 1 ? 1 : 0;
  }
  double sum = 0;
  for (int i = 0; i <= misses; ++i) {
    sum += std::exp(std::lgamma(sequences + 1) - std::lgamma(i + 1.0) -
                    std::lgamma(sequences - i + 1) + i * std::log1p(-has) +
                    (sequences - i) * std::log(has));
  }
  return sum;
}

double expected_beginnings(const Problem& problem, int letters, double match) {
  const auto sequences = static_cast<double>(problem.sequences());
  const double windows = static_cast<double>(problem.windows.size()) / sequences;
  const double one = chance_within(letters, problem.distance, match);
  const double has = one >= 1 ? 1 : -std::expm1(windows * std::log1p(-one));
  return std::pow(match, -letters) * chance_of_misses(sequences, problem.misses, has);
}

std::int64_t listed_sequences(const Problem& problem) {
  const auto end = std::upper_bound(problem.first.begin(), problem.first.end(), kMostNear);
  return std::distance(problem.first.begin(), end) - 1;
}

}  // namespace

int beginning_letters(const Problem& problem) {
  const double match = chance_of_match(problem);
  int letters = std::min(Problem::kFewestLetters, problem.letters);
  double expected = expected_beginnings(problem, letters, match);
  while (letters < problem.letters && expected > kFewBeginnings) {
    const double longer = expected_beginnings(problem, letters + 1, match);
    const bool are_most_words = 4 * expected > std::pow(match, -letters);
    if (longer > expected / 2 && !are_most_words) {
      break;
    }
    expected = longer;
    ++letters;
  }
  return letters;
}

double expected_words(const Problem& problem) {
  return expected_beginnings(problem, problem.letters, chance_of_match(problem));
}

Problem beginnings_of(const Problem& problem, int letters) {
  const int shift = 2 * (problem.letters - letters);
  std::vector<std::vector<std::uint64_t>> words(static_cast<std::size_t>(problem.sequences()));
  for (std::int64_t i = 0; i < problem.sequences() && !stop_requested(); ++i) {
    std::vector<std::uint64_t>& some = words[static_cast<std::size_t>(i)];
    const auto count = static_cast<std::size_t>(problem.window_count(i));
    some.reserve(count);
    append(problem.windows_of(i), count, some);
    for (std::uint64_t& word : some) word >>= shift;
  }
  Problem beginnings;
  beginnings.letters = letters;
  beginnings.distance = problem.distance;
  beginnings.misses = problem.misses;
  beginnings.set_windows(std::move(words));
  return beginnings;
}

std::int64_t Extension::bytes(const Problem& problem) {
  return problem.first[static_cast<std::size_t>(listed_sequences(problem))] *
         static_cast<std::int64_t>(sizeof(std::uint64_t));
}

Extension::Extension(const Problem& problem, int letters, const Rows& rows)
    : problem_(problem),
      letters_(letters),
      rows_(rows),
      listed_(listed_sequences(problem)),
      near_(aligned_array<std::uint64_t>(problem.first[static_cast<std::size_t>(listed_)])),
      near_counts_(static_cast<std::size_t>(listed_)) {}

void Extension::start(std::uint64_t beginning) {
  beginning_ = beginning;
  std::fill(near_counts_.begin(), near_counts_.end(), -1);
}

void Extension::extend(std::uint64_t beginning, std::size_t most,
                       std::vector<std::uint64_t>& found) {
  most_ = most;
  found_ = &found;
  start(beginning);
  walk(beginning, letters_);
}

Extension::Size Extension::guess_size(std::uint64_t beginning, Random& random) {
  start(beginning);
  Size size;
  double like_it = 1;  // prefixes of this length
  std::uint64_t prefix = beginning;
  for (int letters = letters_ + 1; letters <= problem_.letters; ++letters) {
    std::uint64_t alive[4];
    std::int64_t count = 0;
    for (std::uint64_t letter = 0; letter < 4; ++letter) {
      const std::uint64_t longer = prefix << 2 | letter;
      if (enough_have(longer, letters)) {
        alive[count++] = longer;
      }
    }
    size.looked_at += 4;
    size.prefixes += 4 * like_it;
    if (count == 0) {
      return size;
    }
    like_it *= static_cast<double>(count);
    prefix = alive[random.below(count)];
  }
  size.words = like_it;
  return size;
}

void Extension::walk(std::uint64_t prefix, int letters) {
  if (letters == problem_.letters) {
    found_->push_back(prefix);
    return;
  }
  for (std::uint64_t letter = 0; letter < 4; ++letter) {
    const std::uint64_t longer = prefix << 2 | letter;
    const bool alive = enough_have(longer, letters + 1);
    if (stop_requested() || found_->size() > most_) {
      return;
    }
    if (alive) {
      walk(longer, letters + 1);
    }
  }
}

bool Extension::enough_have(std::uint64_t prefix, int letters) {
  const int shift = 2 * (problem_.letters - letters);
  int lacking = 0;
  for (std::int64_t i = 0; i < problem_.sequences() && !stop_requested(); ++i) {
    lacking += has(i, prefix, shift) ? 0 : 1;
    if (lacking > problem_.misses) {
      return false;
    }
  }
  return true;
}

bool Extension::has(std::int64_t sequence, std::uint64_t prefix, int shift) {
  const std::uint64_t* const windows = problem_.windows_of(sequence);
  const std::int64_t count = problem_.window_count(sequence);
  if (sequence >= listed_) {
    return rows_.any_near(windows, count, prefix, shift, problem_.distance);
  }
  std::uint64_t* const near = near_.get() + problem_.first[static_cast<std::size_t>(sequence)];
  std::int64_t& near_count = near_counts_[static_cast<std::size_t>(sequence)];
  if (near_count < 0) {
    near_count = rows_.keep_near(windows, count, beginning_, 2 * (problem_.letters - letters_),
                                 problem_.distance, near);
  }
  return rows_.any_near(near, near_count, prefix, shift, problem_.distance);
}

}  // namespace bitvox::motif
