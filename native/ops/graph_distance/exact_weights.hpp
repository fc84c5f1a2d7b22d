// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bitvox::graph_distance {

inline constexpr int kMostDecimals = 9;
inline constexpr std::uint64_t kLargestWhole = (std::uint64_t{1} << 63) - 1;

// What the 64 bits of weights and distances mean: whole numbers of 10^-decimals, or the bits of
// 64-bit floats, which are in the same order as the floats, as none is negative.
enum class Kind { kWhole, kFloats };
struct Units {
  Kind kind = Kind::kWhole;
  int decimals = 0;
};

// Weights as they are read, one after the other. They are whole numbers of 10^-k, where k is the
// most decimals that one has (zeros at the end do not count), if k is at most 9 and all of them
// together are less than 2^63 units: then no sum of them is rounded or too large. Else all are
// 64-bit floats. Without decimals they are whole numbers, however large the sum.
class ExactWeights {
 public:
  // A number as text: what is wrong with it, or an empty text.
  std::string add(std::string_view text);
  // The same; a whole number below 2^53 is taken as one, anything else makes all of them floats.
  std::string add(double weight);

  void reserve(std::int64_t count) { words_.reserve(static_cast<std::size_t>(count)); }
  std::int64_t size() const { return static_cast<std::int64_t>(words_.size()); }
  std::int64_t capacity() const { return static_cast<std::int64_t>(words_.capacity()); }

  // No more come: decides what they are.
  void finish();
  const Units& units() const { return units_; }
  const std::vector<std::uint64_t>& words() const { return words_; }

 private:
  bool add_short_whole(std::string_view text);
  bool can_have(int decimals) const;
  void take_decimals(int decimals);
  void become_floats();

  Units units_;
  std::uint64_t largest_ = 0;
  std::vector<std::uint64_t> words_;
};

}  // namespace bitvox::graph_distance
