// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

namespace bitvox::surface {

// Without a call, which std::popcount is where the instruction may be missing.
inline std::uint32_t ones_in(std::uint64_t bits) {
  bits -= bits >> 1 & 0x5555555555555555U;
  bits = (bits & 0x3333333333333333U) + (bits >> 2 & 0x3333333333333333U);
  bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fU;
  return static_cast<std::uint32_t>(bits * 0x0101010101010101U >> 56);
}

// Of 64 neighbouring edges that run the same way: which have a vertex for the voxel at their lower
// end, which for that at their upper end, and the number of the first of these vertices. Vertices
// are numbered by edges; of one edge that of the lower end comes first.
struct EdgeWord {
  std::uint64_t lower = 0;
  std::uint64_t upper = 0;
  std::uint32_t first = 0;

  std::uint32_t count() const {
    const std::uint64_t both = lower & upper;
    return ones_in(lower | upper) + (both == 0 ? 0 : ones_in(both));
  }
};

enum class End { kLower, kUpper };

inline std::uint32_t vertex_number(const EdgeWord& word, unsigned bit, End end) {
  const std::uint64_t before = (std::uint64_t{1} << bit) - 1;
  const std::uint64_t both = word.lower & word.upper;  // none unless labels touch
  const std::uint32_t number = word.first + ones_in((word.lower | word.upper) & before);
  if (both == 0) return number;
  const auto second = static_cast<std::uint32_t>(both >> bit & 1U);
  return number + ones_in(both & before) + (end == End::kUpper ? second : 0);
}

// The edges of one direction in a slice, or between two: rows of words.
class EdgeRows {
 public:
  EdgeRows(std::int64_t rows, std::int64_t words_per_row)
      : rows_(rows),
        stride_(words_per_row),
        none_(static_cast<std::size_t>(stride_)),
        words_(static_cast<std::size_t>(rows * stride_)) {}

  EdgeWord* row(std::int64_t y) { return words_.data() + y * stride_; }
  // Rows that are not there have no vertex.
  const EdgeWord* row(std::int64_t y) const {
    return y < 0 || y >= rows_ ? none_.data() : words_.data() + y * stride_;
  }
  std::int64_t rows() const { return rows_; }
  std::int64_t words_per_row() const { return stride_; }

  // Numbers the vertices from `first` on; returns the number behind the last.
  std::int64_t number(std::int64_t first) {
    for (EdgeWord& word : words_) {
      word.first = static_cast<std::uint32_t>(first);
      first += word.count();
    }
    return first;
  }

 private:
  std::int64_t rows_;
  std::int64_t stride_;
  std::vector<EdgeWord> none_;
  std::vector<EdgeWord> words_;
};

}  // namespace bitvox::surface
