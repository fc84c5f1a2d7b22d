// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/threads/parallel.hpp"
#include "linear_systems/csr.hpp"

// What all threads do with the numbers of a vector.
namespace bitvox::solve {

// Numbers of a vector that a thread goes through one after the other.
inline constexpr std::int64_t kPart = 1 << 14;

// body(i) for each of so many numbers.
template <class Body>
void each_number(std::size_t size, int threads, Progress& progress, const Body& body) {
  const auto count = static_cast<std::int64_t>(size);
  parallel_for((count + kPart - 1) / kPart, threads, progress, [&](std::int64_t part) {
    const auto end = static_cast<std::size_t>(std::min(count, (part + 1) * kPart));
    for (auto i = static_cast<std::size_t>(part * kPart); i < end; ++i) body(i);
  });
}

// left = b - A x, of which none is another.
void set_residual(const sparse::Csr<double>& matrix, const std::vector<double>& x,
                  const std::vector<double>& b, int threads, Progress& progress,
                  std::vector<double>& left);
// The root of the sum of squares, the same for any number of threads.
double norm_of(const std::vector<double>& values, int threads, Progress& progress);

}  // namespace bitvox::solve
