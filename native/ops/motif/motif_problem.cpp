// SPDX-License-Identifier: BSD-2-Clause
#include "ops/motif/motif_problem.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string_view>

#include "core/error.hpp"
#include "core/memory/ask_for_memory.hpp"
#include "core/memory/memory.hpp"
#include "core/platform/platform.hpp"
#include "core/threads/stop_request.hpp"
#include "ops/motif/motif.hpp"
#include "ops/motif/motif_aside.hpp"

namespace bitvox::motif {
namespace {

constexpr int kBreak = 4;    // no window holds such a letter
constexpr int kRefused = 5;  // no such letter

using LetterTable = std::array<std::uint8_t, 256>;

LetterTable letter_table(LowerCase lower_case) {
  LetterTable table;
  table.fill(kRefused);
  const auto set = [&](char letter, int value) {
    table[static_cast<unsigned char>(letter)] = static_cast<std::uint8_t>(value);
    const int small = std::tolower(static_cast<unsigned char>(letter));
    table[static_cast<unsigned char>(small)] =
        static_cast<std::uint8_t>(lower_case == LowerCase::kMasked ? kBreak : value);
  };
  for (const char letter : std::string_view("NRYSWKMBDHVX-")) set(letter, kBreak);
  for (int i = 0; i < 4; ++i) set(kLetters[i], i);
  set('U', 3);
  return table;
}

const LetterTable& letters_for(const Options& options) {
  static const LetterTable same = letter_table(LowerCase::kSame);
  static const LetterTable masked = letter_table(LowerCase::kMasked);
  return options.lower_case == LowerCase::kMasked ? masked : same;
}

// "sequence 'NAME'" with a name of at most 40 bytes, of whole UTF-8 letters: a damaged file can
// have a name of a million.
std::string called(const Sequence& sequence) {
  constexpr std::size_t kLongest = 40;
  std::string name = sequence.name;
  if (name.size() > kLongest) {
    std::size_t end = kLongest;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xc0) == 0x80) --end;
    name = name.substr(0, end) + "...";
  }
  return "sequence '" + name + "'";
}

[[noreturn]] void refuse(const Sequence& sequence, std::size_t position) {
  const auto byte = static_cast<unsigned char>(sequence.letters[position]);
  constexpr std::string_view kOnlyAminoAcids = "EFIJLOPQZ*";
  const bool of_protein =
      kOnlyAminoAcids.find(static_cast<char>(std::toupper(byte))) != std::string_view::npos;
  char text[8];
  std::snprintf(text, sizeof text, std::isprint(byte) != 0 ? "'%c'" : "0x%02x", byte);
  throw InvalidInput(called(sequence) + " has " + text + " at position " +
                     std::to_string(position + 1) +
                     "; allowed are A, C, G, T, U, the codes N R Y S W K M B D H V X for several "
                     "letters, and the gap -" +
                     (of_protein ? "; is this a protein? DNA or RNA is needed" : ""));
}

std::uint64_t reverse_complement(std::uint64_t word, int length) {
  std::uint64_t reversed = 0;
  for (int i = 0; i < length; ++i) {
    reversed = reversed << 2 | (3 - (word >> (2 * i) & 3));
  }
  return reversed;
}

// Leaves the first of equal words, by a hash table: sorting takes longer than a small search. The
// table has a word more by 1, as no word has 32 letters, and 0 where it is free: large memory of
// zeros is made as it is touched.
void leave_distinct(std::vector<std::uint64_t>& words) {
  const std::size_t size = std::bit_ceil(2 * words.size() + 1);
  const std::unique_ptr<std::uint64_t[], FreeAligned> table(static_cast<std::uint64_t*>(
      ask_for_memory([&] { return platform::zeroed_memory(size * sizeof(std::uint64_t)); })));
  const int shift = 64 - std::countr_zero(size);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i % kLettersBetween == 0 && stop_requested()) return;
    const std::uint64_t word = words[i];
    std::size_t place = static_cast<std::size_t>(word * 0x9e3779b97f4a7c15U >> shift);
    while (table[place] != 0 && table[place] != word + 1) place = (place + 1) & (size - 1);
    if (table[place] == 0) {
      table[place] = word + 1;
      words[kept++] = word;
    }
  }
  words.resize(kept);
}

}  // namespace

void append(const std::uint64_t* from, std::size_t count, std::vector<std::uint64_t>& to) {
  for (std::size_t i = 0; i < count && !stop_requested(); i += kLettersBetween) {
    to.insert(to.end(), from + i, from + std::min(count, i + kLettersBetween));
  }
}

std::string letters_of(std::uint64_t word, int length) {
  std::string text(static_cast<std::size_t>(length), ' ');
  for (int i = 0; i < length; ++i) {
    text[static_cast<std::size_t>(i)] = kLetters[word >> (2 * (length - 1 - i)) & 3];
  }
  return text;
}

Windows windows_of(const Sequence& sequence, const Options& options) {
  const LetterTable& table = letters_for(options);
  const std::uint64_t mask = (std::uint64_t{1} << (2 * options.length)) - 1;
  const bool both = options.strands == Strands::kBoth;
  const std::size_t letters = sequence.letters.size();
  Windows windows;
  windows.words.reserve(both ? 2 * letters : letters);
  windows.positions.reserve(both ? 2 * letters : letters);
  std::size_t count = 0;
  std::uint64_t word = 0;
  int run = 0;  // letters since the last break
  for (std::size_t i = 0; i < letters; ++i) {
    if (i % kLettersBetween == 0) {
      if (stop_requested()) break;
      const std::size_t room = count + std::min(kLettersBetween, letters - i);
      windows.words.resize(room);
      windows.positions.resize(room);
    }
    const int value = table[static_cast<unsigned char>(sequence.letters[i])];
    if (value >= kBreak) {
      if (value == kRefused) {
        refuse(sequence, i);
      }
      run = 0;
      continue;
    }
    word = (word << 2 | static_cast<std::uint64_t>(value)) & mask;
    if (++run >= options.length) {
      windows.words[count] = word;
      windows.positions[count++] = static_cast<std::int64_t>(i) - options.length + 1;
    }
  }
  windows.words.resize(count);
  windows.positions.resize(count);
  windows.reversed = windows.words.size();
  if (both) {
    for (std::size_t i = 0; i < windows.reversed; ++i) {
      if (i % kLettersBetween == 0 && stop_requested()) break;
      windows.words.push_back(reverse_complement(windows.words[i], options.length));
      windows.positions.push_back(windows.positions[i]);
    }
  }
  return windows;
}

std::array<double, 4> letter_frequencies(const std::vector<Sequence>& sequences,
                                         const Options& options) {
  const LetterTable& table = letters_for(options);
  std::array<std::int64_t, 6> counts{};
  for (const Sequence& sequence : sequences) {
    if (stop_requested()) break;
    for (const char letter : sequence.letters) {
      ++counts[table[static_cast<unsigned char>(letter)]];
    }
  }
  const std::int64_t all = counts[0] + counts[1] + counts[2] + counts[3];
  std::array<double, 4> frequencies{0.25, 0.25, 0.25, 0.25};
  for (std::size_t i = 0; i < 4 && all > 0; ++i) {
    const double count = static_cast<double>(counts[i]);
    const double other = static_cast<double>(counts[3 - i]);
    frequencies[i] = (options.strands == Strands::kBoth ? (count + other) / 2 : count) /
                     static_cast<double>(all);
  }
  return frequencies;
}

void Problem::set_windows(std::vector<std::vector<std::uint64_t>> words) {
  for (std::vector<std::uint64_t>& some : words) leave_distinct(some);
  std::stable_sort(words.begin(), words.end(),
                   [](const auto& a, const auto& b) { return a.size() < b.size(); });
  std::size_t all = 0;
  for (const std::vector<std::uint64_t>& some : words) all += some.size();
  windows.reserve(all);
  first.push_back(0);
  for (std::vector<std::uint64_t>& some : words) {
    append(some.data(), some.size(), windows);
    first.push_back(static_cast<std::int64_t>(windows.size()));
    std::vector<std::uint64_t>().swap(some);  // never all twice in memory
  }
}

double chance_of_match(const Problem& problem) {
  std::int64_t counts[4] = {};
  for (const std::uint64_t window : problem.windows) {
    ++counts[window >> (2 * (problem.letters - 1)) & 3];
  }
  double sum = 0;
  for (const std::int64_t count : counts) {
    const double part = static_cast<double>(count) / static_cast<double>(problem.windows.size());
    sum += part * part;
  }
  return sum;
}

double chance_within(int letters, int distance, double match) {
  double sum = 0;
  double choose = 1;
  for (int x = 0; x <= std::min(distance, letters); ++x) {
    sum += choose * std::pow(1 - match, x) * std::pow(match, letters - x);
    choose = choose * (letters - x) / (x + 1);
  }
  return std::min(1.0, sum);
}

int quorum_of(const std::vector<Sequence>& sequences, const Options& options) {
  return options.quorum == 0 ? static_cast<int>(sequences.size()) : options.quorum;
}

std::int64_t letters_in(const std::vector<Sequence>& sequences) {
  std::int64_t letters = 0;
  for (const Sequence& sequence : sequences) {
    letters += static_cast<std::int64_t>(sequence.letters.size());
  }
  return letters;
}

Problem make_problem(const std::vector<Sequence>& sequences, const Options& options) {
  const std::int64_t letters = letters_in(sequences);
  std::int64_t longest = 0;
  for (const Sequence& sequence : sequences) {
    longest = std::max(longest, static_cast<std::int64_t>(sequence.letters.size()));
  }
  // The windows, and once more those of their first letters (motif_beginnings.hpp); and while one
  // sequence is read, its positions and the table of its words.
  constexpr std::int64_t kBytesPerLetter = 2 * sizeof(std::uint64_t);
  constexpr std::int64_t kBytesOfOne = 6 * sizeof(std::uint64_t);
  const std::int64_t bytes = (letters * kBytesPerLetter + longest * kBytesOfOne) *
                             (options.strands == Strands::kBoth ? 2 : 1);
  if (bytes > kMuchMemory) {
    require_memory({"Planted Motif", "Take fewer or shorter sequences."}, host_memory(), bytes);
  }

  Problem problem;
  problem.letters = std::max(options.length, Problem::kFewestLetters);
  problem.filled = problem.letters - options.length;
  problem.distance = options.distance;

  std::vector<std::vector<std::uint64_t>> words;
  std::vector<const Sequence*> without;
  for (const Sequence& sequence : sequences) {
    if (stop_requested()) return problem;
    std::vector<std::uint64_t> some = windows_of(sequence, options).words;
    for (std::uint64_t& word : some) word <<= 2 * problem.filled;
    if (some.empty()) {
      without.push_back(&sequence);
    } else {
      words.push_back(std::move(some));
    }
  }
  const auto quorum = static_cast<std::size_t>(quorum_of(sequences, options));
  if (words.size() < quorum && !without.empty()) {
    throw InvalidInput(called(*without.front()) + " has no " + std::to_string(options.length) +
                       " letters A, C, G or T in a row, of " +
                       std::to_string(without.front()->letters.size()) + " in all; leave it out" +
                       (words.empty() ? ", or use a smaller length="
                                      : ", use a smaller length=, or a quorum= of at most " +
                                            std::to_string(words.size())));
  }
  problem.misses = static_cast<int>(words.size() - quorum);
  problem.set_windows(std::move(words));
  return problem;
}

}  // namespace bitvox::motif
