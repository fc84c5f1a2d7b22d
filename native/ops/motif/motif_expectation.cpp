// SPDX-License-Identifier: BSD-2-Clause
#include "ops/motif/motif_expectation.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/threads/progress_parts.hpp"

namespace bitvox::motif {
namespace {

// That the nearest of so many windows is within a distance that one window is within.
double nearest_within(double one, std::int64_t windows) {
  return one >= 1 ? (windows > 0 ? 1 : 0)
                  : -std::expm1(static_cast<double>(windows) * std::log1p(-one));
}

double words_of(const std::array<int, 4>& letters, int length) {
  double logarithm = std::lgamma(length + 1.0);
  for (const int count : letters) logarithm -= std::lgamma(count + 1.0);
  return std::round(std::exp(logarithm));
}

// At most the chance that so many of `all` independent trials succeed, or fewer (more, if that is
// on the other side of the mean): by W. Hoeffding, Journal of the American Statistical Association
// 58 (1963) 13-30.
double tail_bound(double successes, double mean, double all) {
  const auto part = [](double of, double than) { return of > 0 ? of * std::log(of / than) : 0; };
  const double a = successes / all;
  const double b = mean / all;
  return std::exp(-all * (part(a, b) + part(1 - a, 1 - b)));
}

}  // namespace

Chance::Chance(int length, int distance, const std::array<double, 4>& frequencies,
               const std::vector<std::int64_t>& windows, int quorum)
    : length_(length),
      distance_(distance),
      frequencies_(frequencies),
      sequences_(static_cast<int>(windows.size())),
      most_lacking_(sequences_ - quorum) {
  for (const std::int64_t count : windows) ++of_windows_[count];
}

Chance::Composition Chance::composition(std::uint64_t word) const {
  std::array<std::size_t, 4> as{};
  for (std::size_t letter = 0; letter < 4; ++letter) {
    const auto* const first =
        std::find(frequencies_.begin(), frequencies_.end(), frequencies_[letter]);
    as[letter] = static_cast<std::size_t>(first - frequencies_.begin());
  }
  Composition letters{};
  for (int i = 0; i < length_; ++i) ++letters[as[word >> (2 * i) & 3]];
  return letters;
}

// F(0) .. F(distance).
std::vector<double> Chance::within(const Composition& letters) const {
  std::vector<double> chance(static_cast<std::size_t>(distance_) + 2, 0.0);  // of x mismatches
  chance[0] = 1;
  for (std::size_t letter = 0; letter < 4; ++letter) {
    const double match = frequencies_[letter];
    for (int i = 0; i < letters[letter]; ++i) {
      for (std::size_t x = chance.size() - 1; x > 0; --x) {
        chance[x] = chance[x] * match + chance[x - 1] * (1 - match);
      }
      chance[0] *= match;
    }
  }
  chance.pop_back();  // more than the distance
  for (std::size_t x = 1; x < chance.size(); ++x) chance[x] += chance[x - 1];
  return chance;
}

// How many sequences lack, on the average, a word that one window is near by chance.
double Chance::mean_lacking(double one) const {
  double mean = 0;
  for (const auto& [windows, sequences] : of_windows_) {
    mean += static_cast<double>(sequences) * (1 - nearest_within(one, windows));
  }
  return mean;
}

// How many sequences lack such a word.
Sum Chance::lacking(double one) const {
  Sum sum(2);
  for (const auto& [windows, sequences] : of_windows_) {
    const double has = nearest_within(one, windows);
    sum.add({has, 1 - has}, sequences);
  }
  return sum;
}

double Chance::expected_motifs(Progress& progress) const {
  struct Part {
    double one, words;
    double most;      // of the sum
    bool sure;        // that enough sequences have it
    double rest = 0;  // of the sum, of this part and all that come after it
  };
  std::vector<Part> parts;
  const auto all = static_cast<double>(sequences_);
  auto [bounding, adding] = progress_parts(progress, 1, 1);
  for (int a = 0; a <= length_; ++a) {
    for (int c = 0; a + c <= length_; ++c) {
      bounding.report(a, length_);
      for (int g = 0; a + c + g <= length_; ++g) {
        const Composition letters{a, c, g, length_ - a - c - g};
        const double one = within(letters).back();
        const double mean = mean_lacking(one);
        const double words = words_of(letters, length_);
        const bool unlikely = mean > most_lacking_;
        const bool sure =
            most_lacking_ + 1 > mean &&
            (most_lacking_ + 1 > all || tail_bound(most_lacking_ + 1, mean, all) < 1e-17);
        parts.push_back(
            {one, words, unlikely ? words * tail_bound(most_lacking_, mean, all) : words, sure});
      }
    }
  }
  std::sort(parts.begin(), parts.end(),
            [](const Part& a, const Part& b) { return a.most > b.most; });
  double rest = 0;
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) part->rest = rest += part->most;
  double sum = 0;
  for (std::size_t i = 0; i < parts.size() && parts[i].rest > 1e-13 * sum; ++i) {
    const Part& part = parts[i];
    adding.report(static_cast<std::int64_t>(i), static_cast<std::int64_t>(parts.size()));
    sum += part.words * (part.sure ? 1 : lacking(part.one).at_most(most_lacking_));
  }
  progress.report(1, 1);
  return sum;
}

// The total distance, from the chances that a window is within 0, 1, ...
Sum Chance::total_distances(const std::vector<double>& one) const {
  const std::size_t most = one.size();  // distance + 1: a sequence that lacks the word
  Sum sum(most + 1);
  std::vector<double> chance(most + 1);
  for (const auto& [windows, sequences] : of_windows_) {
    double before = 0;
    for (std::size_t x = 0; x < most; ++x) {
      const double within_x = nearest_within(one[x], windows);
      chance[x] = within_x - before;
      before = within_x;
    }
    chance[most] = 1 - before;
    sum.add(chance, sequences);
  }
  return sum;
}

double Chance::e_value(std::uint64_t word, std::int64_t total_distance, int sequences) {
  const Composition letters = composition(word);
  if (!known_ || known_->letters != letters) {
    const std::vector<double> one = within(letters);
    known_.emplace(letters, lacking(one.back()), total_distances(one));
  }
  const auto [place, is_new] = known_->chances.try_emplace({total_distance, sequences});
  if (is_new) {
    place->second = std::min(known_->total_distances.at_most(total_distance),
                             known_->lacking.at_most(sequences_ - sequences));
  }
  return std::ldexp(place->second, 2 * length_);
}

}  // namespace bitvox::motif
