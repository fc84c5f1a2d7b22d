// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "ops/motif/motif.hpp"
#include "ops/sample_motif/sample_motif.hpp"
#include "test_volumes.hpp"

// Other ways to all motifs: every word against every window; the bit arrays of Dasari, Desh and
// Zubair; and, for long words, what is near a window of some sequences.
namespace bitvox::motif::test {

inline int letters_that_differ(std::uint64_t a, std::uint64_t b) {
  int count = 0;
  for (std::uint64_t bits = a ^ b; bits != 0; bits >>= 2) count += (bits & 3) != 0 ? 1 : 0;
  return count;
}

using WindowLists = std::vector<std::vector<std::uint64_t>>;

inline WindowLists window_lists(const std::vector<Sequence>& sequences, const Options& options) {
  WindowLists lists;
  for (const Sequence& sequence : sequences) {
    std::vector<std::uint64_t> words;
    const auto length = static_cast<std::size_t>(options.length);
    for (std::size_t i = 0; i + length <= sequence.letters.size(); ++i) {
      std::uint64_t forward = 0, backward = 0;
      bool whole = true;
      for (std::size_t j = 0; j < length; ++j) {
        const std::size_t letter = std::string("ACGT").find(sequence.letters[i + j]);
        whole = whole && letter < 4;
        forward = forward * 4 + (letter & 3);
        backward |= (3 - std::uint64_t{letter & 3}) << (2 * j);
      }
      if (whole) words.push_back(forward);
      if (whole && options.strands == Strands::kBoth) words.push_back(backward);
    }
    lists.push_back(words);
  }
  return lists;
}

inline std::size_t wanted_sequences(const std::vector<Sequence>& sequences,
                                    const Options& options) {
  return options.quorum == 0 ? sequences.size() : static_cast<std::size_t>(options.quorum);
}

inline std::vector<std::uint64_t> brute_force(const std::vector<Sequence>& sequences,
                                              const Options& options) {
  const WindowLists lists = window_lists(sequences, options);
  const std::size_t quorum = wanted_sequences(sequences, options);
  std::vector<std::uint64_t> found;
  for (std::uint64_t word = 0; word < std::uint64_t{1} << (2 * options.length); ++word) {
    std::size_t having = 0, left = lists.size();
    for (const auto& windows : lists) {
      if (having + left-- < quorum) break;
      for (const std::uint64_t window : windows) {
        if (letters_that_differ(word, window) <= options.distance) {
          ++having;
          break;
        }
      }
    }
    if (having >= quorum) found.push_back(word);
  }
  return found;
}

// Sets the bits of all words within the distance of a window, by replacing letters from `place` on.
inline void set_neighbours(std::uint64_t word, int place, int left, const Options& options,
                           std::vector<bool>& bits) {
  bits[word] = true;
  if (left == 0) return;
  for (int i = place; i < options.length; ++i) {
    for (std::uint64_t other = 1; other < 4; ++other) {
      set_neighbours(word ^ other << (2 * i), i + 1, left - 1, options, bits);
    }
  }
}

inline std::vector<std::uint64_t> bit_arrays(const std::vector<Sequence>& sequences,
                                             const Options& options) {
  const std::size_t words = std::size_t{1} << (2 * options.length);
  std::vector<std::uint16_t> having(words);
  for (const auto& windows : window_lists(sequences, options)) {
    std::vector<bool> bits(words);
    for (const std::uint64_t window : windows) {
      set_neighbours(window, 0, options.distance, options, bits);
    }
    for (std::size_t word = 0; word < words; ++word) having[word] += bits[word];
  }
  std::vector<std::uint64_t> found;
  for (std::size_t word = 0; word < words; ++word) {
    if (having[word] >= wanted_sequences(sequences, options)) found.push_back(word);
  }
  return found;
}

// Adds all words within the distance of a window, by replacing letters from `place` on.
inline void add_neighbours(std::uint64_t word, int place, int left, const Options& options,
                           std::set<std::uint64_t>& words) {
  words.insert(word);
  if (left == 0) return;
  for (int i = place; i < options.length; ++i) {
    for (std::uint64_t other = 1; other < 4; ++other) {
      add_neighbours(word ^ other << (2 * i), i + 1, left - 1, options, words);
    }
  }
}

// A motif is near a window of one of the first sequences, as not all of them may lack it.
inline std::vector<std::uint64_t> near_windows(const std::vector<Sequence>& sequences,
                                               const Options& options) {
  const WindowLists lists = window_lists(sequences, options);
  const std::size_t quorum = wanted_sequences(sequences, options);
  std::set<std::uint64_t> words;
  for (std::size_t i = 0; i + quorum <= lists.size(); ++i) {
    for (const std::uint64_t window : lists[i]) {
      add_neighbours(window, 0, options.distance, options, words);
    }
  }
  std::vector<std::uint64_t> found;
  for (const std::uint64_t word : words) {
    const auto has = [&](const std::vector<std::uint64_t>& windows) {
      return std::any_of(windows.begin(), windows.end(), [&](std::uint64_t window) {
        return letters_that_differ(word, window) <= options.distance;
      });
    };
    const auto having = std::count_if(lists.begin(), lists.end(), has);
    if (static_cast<std::size_t>(having) >= quorum) found.push_back(word);
  }
  return found;
}

inline std::vector<Sequence> sample(const sample_motif::Options& options) {
  NoProgress progress;
  std::vector<Sequence> sequences;
  for (const std::string& letters : sample_motif::make(options, progress).sequences) {
    sequences.push_back({"sequence " + std::to_string(sequences.size() + 1), letters});
  }
  return sequences;
}

inline std::vector<Motif> motifs_of(const Result& result) {
  std::vector<Motif> motifs;
  for (std::size_t i = 0; i < result.size(); ++i) motifs.push_back(result.motif(i));
  return motifs;
}

inline std::vector<std::uint64_t> words_of(const Result& result) {
  std::vector<std::uint64_t> words(result.words.begin(), result.words.end());
  std::sort(words.begin(), words.end());
  return words;
}

}  // namespace bitvox::motif::test
