// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace bitvox {

// Bits `first` to before `first` + 64 of a row of so many words; 0 outside it.
inline std::uint64_t bits_from(const std::uint64_t* row, std::int64_t words, std::int64_t first) {
  const auto word = [&](std::int64_t i) { return i >= 0 && i < words ? row[i] : 0; };
  const std::int64_t i = first >= 0 ? first / 64 : -((63 - first) / 64);
  const auto shift = static_cast<unsigned>(first - 64 * i);
  return shift == 0 ? word(i) : word(i) >> shift | word(i + 1) << (64 - shift);
}

// The first bit from `at` to before `end` of a row of words that differs from those of `other`; end
// where there is none.
inline std::int64_t find_other_bit(const std::uint64_t* row, std::uint64_t other, std::int64_t at,
                                   std::int64_t end) {
  while (at < end) {
    const std::uint64_t rest = (row[at / 64] ^ other) >> (at % 64);
    if (rest != 0) return std::min(end, at + std::countr_zero(rest));
    at = (at / 64 + 1) * 64;
  }
  return end;
}

// Calls body(word, bits) for every word of a row that has some of the bits from `first` to before
// `end`, which are set in `bits`.
template <class Word, class Body>
void for_each_word(Word* row, std::int64_t first, std::int64_t end, const Body& body) {
  for (std::int64_t i = first / 64; 64 * i < end; ++i) {
    const std::int64_t before = std::max<std::int64_t>(0, first - 64 * i);
    const std::int64_t behind = std::max<std::int64_t>(0, 64 * (i + 1) - end);
    body(row[i], ~std::uint64_t{0} << before & ~std::uint64_t{0} >> behind);
  }
}

// Calls body(first, count) for every run of set bits among the first `width` of a row.
template <class Body>
void for_each_run(const std::uint64_t* row, std::int64_t width, const Body& body) {
  for (std::int64_t at = 0; at < width;) {
    const std::int64_t first = find_other_bit(row, 0, at, width);
    at = find_other_bit(row, ~std::uint64_t{0}, first, width);
    if (first < at) body(first, at - first);
  }
}

}  // namespace bitvox
