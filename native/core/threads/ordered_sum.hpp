// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

namespace bitvox {

// Lane i % 8192 adds up its numbers, then lanes are added in pairs: many at a time, in an order
// that is the same everywhere. On the GPU: cuda/ordered_sum.cuh.
inline constexpr std::int64_t kRowLanes = 8192;
double sum_of_rows(const std::vector<double>& rows);

}  // namespace bitvox
