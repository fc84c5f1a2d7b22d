// SPDX-License-Identifier: BSD-2-Clause
#include "core/volumes/seed_labels.hpp"

#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>

#include "core/error.hpp"
#include "core/options/number.hpp"
#include "core/volumes/read_rows.hpp"

namespace bitvox {
namespace {

int label_of(double value) {
  if (!(value >= 0 && value <= kLargestSeedLabel && value == std::floor(value))) {
    constexpr int kDigitsOfAnInteger = 10;  // of 32 bits
    throw InvalidInput("the seeds have the value " + short_number(value, kDigitsOfAnInteger) +
                       "; use whole numbers: 0 where nothing is seeded, labels from 1 to " +
                       std::to_string(kLargestSeedLabel));
  }
  return static_cast<int>(value);
}

}  // namespace

// A bit for each label there can be: in noise every voxel may have one of its own.
std::vector<int> seed_labels(const GreySource& seeds, int threads, Progress& progress) {
  require_grey(seeds.type());
  std::vector<std::atomic<std::uint64_t>> words(kLargestSeedLabel / 64 + 1);
  const std::int64_t width = seeds.shape().width;
  read_rows(seeds, threads, progress, [&](std::int64_t, std::int64_t, const auto* row) {
    for (std::int64_t x = 0; x < width; ++x) {
      if (row[x] == 0) continue;
      const int label = label_of(static_cast<double>(row[x]));
      std::atomic<std::uint64_t>& word = words[static_cast<std::size_t>(label / 64)];
      const std::uint64_t bit = std::uint64_t{1} << (label % 64);
      if ((word.load(std::memory_order_relaxed) & bit) == 0) word |= bit;
    }
  });
  std::vector<int> labels;
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (std::uint64_t left = words[i]; left != 0; left &= left - 1) {
      labels.push_back(static_cast<int>(64 * i) + std::countr_zero(left));
    }
  }
  if (labels.empty()) throw InvalidInput("the seeds have no label: all their pixels are 0");
  return labels;
}

}  // namespace bitvox
