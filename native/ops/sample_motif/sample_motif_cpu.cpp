// SPDX-License-Identifier: BSD-2-Clause
#include <cstddef>
#include <numeric>

#include "ops/sample_motif/sample_motif.hpp"

namespace bitvox::sample_motif {
namespace {

constexpr char kLetters[] = "ACGT";

char random_letter(Random& random, double gc) {
  constexpr double kParts = 1 << 30;
  const bool is_gc = static_cast<double>(random.below(1 << 30)) < gc * kParts;
  const bool second = random.below(2) == 1;
  return is_gc ? (second ? 'G' : 'C') : (second ? 'T' : 'A');
}

std::string random_letters(Random& random, int count, double gc) {
  std::string text(static_cast<std::size_t>(count), ' ');
  for (char& letter : text) letter = random_letter(random, gc);
  return text;
}

// One of the three others.
char another_letter(Random& random, char letter) {
  const auto number = static_cast<std::int64_t>(std::string(kLetters).find(letter));
  return kLetters[(number + 1 + random.below(3)) % 4];
}

// Replaces exactly so many letters, at places drawn without putting back.
void mutate(Random& random, int count, std::string& word) {
  std::vector<std::size_t> places(word.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    const auto left = static_cast<std::int64_t>(places.size() - i);
    std::swap(places[i], places[i + static_cast<std::size_t>(random.below(left))]);
    char& letter = word[places[i]];
    letter = another_letter(random, letter);
  }
}

}  // namespace

Result make_cpu(const Options& options, Progress& progress) {
  Result result;
  const auto seed = static_cast<std::uint64_t>(options.seed);
  Random random(seed);
  result.motif = random_letters(random, options.length, options.gc);
  for (int i = 0; i < options.sequences; ++i) {
    progress.report(i, options.sequences);
    Random own(seed, static_cast<std::uint64_t>(i));
    std::string letters = random_letters(own, options.letters, options.gc);
    std::string word = result.motif;
    mutate(own, options.distance, word);
    const std::int64_t position = own.below(options.letters - options.length + 1);
    letters.replace(static_cast<std::size_t>(position), word.size(), word);
    result.sequences.push_back(std::move(letters));
    result.positions.push_back(position);
  }
  progress.report(options.sequences, options.sequences);
  return result;
}

}  // namespace bitvox::sample_motif
