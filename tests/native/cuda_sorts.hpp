// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

// Sorting and adding up of whole arrays on the GPU (native/linear_systems), for a test.
namespace bitvox::test {

struct KeysWithValues {
  std::vector<std::uint64_t> keys;
  std::vector<double> values;
};

// By the low bits of the keys.
KeysWithValues sorted_on_gpu(const KeysWithValues& pairs, int bits);

// Of what comes before each.
std::vector<std::int32_t> sums_on_gpu(const std::vector<std::int32_t>& numbers);
std::vector<std::int64_t> sums_on_gpu(const std::vector<std::int64_t>& numbers);

}  // namespace bitvox::test
