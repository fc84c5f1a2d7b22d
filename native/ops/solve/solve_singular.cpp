// SPDX-License-Identifier: BSD-2-Clause
#include "ops/solve/solve_singular.hpp"

#include <cmath>

#include "core/options/number.hpp"
#include "ops/solve/solve_numbers.hpp"

namespace bitvox::solve {
namespace {

// What rounding alone leaves of constants in a right-hand side without them.
constexpr double kRounding = 1e-12;

}  // namespace

double Constants::remove(std::vector<double>& values) const {
  const std::vector<std::int32_t>& part_of = properties_.singular;
  if (part_of.empty()) return 0;
  const double norm = norm_of(values, threads_, progress_);
  const auto parts = static_cast<std::size_t>(properties_.singular_components);
  std::vector<double> sums(parts);
  std::vector<std::int64_t> sizes(parts);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (part_of[i] < 0) continue;
    sums[static_cast<std::size_t>(part_of[i])] += values[i];
    ++sizes[static_cast<std::size_t>(part_of[i])];
  }
  double square = 0;
  for (std::size_t part = 0; part < parts; ++part) {
    const auto size = static_cast<double>(sizes[part]);
    sums[part] /= size;
    square += sums[part] * sums[part] * size;
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (part_of[i] >= 0) values[i] -= sums[static_cast<std::size_t>(part_of[i])];
  }
  const double removed = norm > 0 ? std::sqrt(square) / norm : 0;
  // What is left of constants alone is rounding.
  if (removed > 1 - kRounding && norm_of(values, threads_, progress_) <= kRounding * norm) {
    for (double& value : values) value = 0;
  }
  return removed;
}

bool Constants::has_taken(double removed) { return removed > kRounding; }

std::string Constants::sentence(double removed) const {
  const std::int64_t parts = properties_.singular_components;
  if (parts == 0) return "";
  const std::string where = parts == 1 ? "" : " on each of " + std::to_string(parts) + " parts";
  std::string text =
      " The matrix is singular, it takes constants to 0 up to rounding: x is the solution of mean "
      "0" +
      where + ".";
  if (has_taken(removed)) {
    text += " For b as it is there is no solution: its mean" + where + " was taken away, " +
            short_number(removed) + " of |b|.";
  }
  return text;
}

}  // namespace bitvox::solve
