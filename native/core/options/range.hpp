// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <limits>

namespace bitvox {

// What a number among options may be: any from `least` to `most`, or `special`, which has a meaning
// of its own. Stands in the headers of all operations, so that it includes nothing large.
struct Range {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  enum class Least { kAllowed, kExcluded } least_is = Least::kAllowed;
  // Only `least` or `most`, and nothing between.
  enum class Between { kAllowed, kExcluded } between = Between::kAllowed;
  double special = 0;
  const char* meaning = nullptr;  // of `special`, in a few words; null: there is none

  // 0 may be given too, and means this.
  constexpr Range or_zero(const char* means) const { return or_number(0, means); }
  constexpr Range or_number(double number, const char* means) const {
    Range range = *this;
    range.special = number;
    range.meaning = means;
    return range;
  }
};

constexpr Range within(double least, double most) { return {least, most}; }
constexpr Range from(double least) { return {least}; }
constexpr Range above(double least) {
  Range range = from(least);
  range.least_is = Range::Least::kExcluded;
  return range;
}
// More than `least`, to `most`.
constexpr Range above_to(double least, double most) {
  Range range = within(least, most);
  range.least_is = Range::Least::kExcluded;
  return range;
}
constexpr Range either(double first, double second) {
  Range range{first, second};
  range.between = Range::Between::kExcluded;
  return range;
}

}  // namespace bitvox
