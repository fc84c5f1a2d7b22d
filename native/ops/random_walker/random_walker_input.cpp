// SPDX-License-Identifier: BSD-2-Clause
#include "ops/random_walker/random_walker_input.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <string>

#include "core/error.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/read_rows.hpp"
#include "core/volumes/seed_labels.hpp"
#include "diffusion/row_numbers.hpp"
#include "ops/random_walker/random_walker.hpp"

namespace bitvox::random_walker {
namespace {

void check(const std::vector<int>& labels) {
  if (labels.size() == 1) {
    throw InvalidInput("the seeds have only one label, " + std::to_string(labels[0]) +
                       "; at least two are needed");
  }
  if (labels.size() > kMostLabels) {
    throw InvalidInput("the seeds have " + std::to_string(labels.size()) + " labels; at most " +
                       std::to_string(kMostLabels) + " are possible");
  }
}

}  // namespace

std::vector<int> labels_of(const GreySource& seeds, int threads, Progress& progress) {
  std::vector<int> labels = seed_labels(seeds, thread_count(threads), progress);
  check(labels);
  return labels;
}

Seeds read_seeds(const GreySource& seeds, const Grid& grid, int threads, Progress& progress) {
  auto [looking, clearing, reading] = progress_parts(progress, 4, 1, 5);
  const std::vector<int> labels = labels_of(seeds, threads, looking);
  GridField<State> states(grid);
  states.clear(threads, clearing);
  std::mutex mutex;
  std::vector<std::int64_t> voxels(labels.size());
  read_rows(seeds, threads, reading, [&](std::int64_t y, std::int64_t z, const auto* row) {
    State* const out = states.row(y, z);
    std::vector<std::int64_t> counts;
    for (std::int64_t x = 0; x < grid.width; ++x) {
      out[x] = kFree;
      if (row[x] == 0) continue;
      const auto at = std::lower_bound(labels.begin(), labels.end(), static_cast<int>(row[x]));
      const auto index = static_cast<std::size_t>(at - labels.begin());
      out[x] = static_cast<State>(kFirstSeed + index);
      counts.resize(labels.size());
      ++counts[index];
    }
    if (counts.empty()) return;
    const std::lock_guard lock(mutex);
    for (std::size_t i = 0; i < counts.size(); ++i) voxels[i] += counts[i];
  });
  return {std::move(states), labels, voxels};
}

GridField<float> read_values(const GreySource& image, const Grid& grid, int threads,
                             Progress& progress) {
  auto [clearing, reading] = progress_parts(progress, 3, 7);
  GridField<float> values(grid);
  values.clear(threads, clearing);
  read_rows(image, threads, reading, [&](std::int64_t y, std::int64_t z, const auto* row) {
    float* const out = values.row(y, z);
    for (std::int64_t x = 0; x < grid.width; ++x) out[x] = static_cast<float>(row[x]);
  });
  return values;
}

Spread spread_of(const GridField<float>& values, int threads, Progress& progress) {
  const Grid& grid = values.grid();
  const RowLoop loop(threads, progress);
  RowNumbers numbers(grid), largest(grid), least(grid);  // of each row
  const auto sum = [&](const auto& term) {
    return numbers.sum(loop, [&](std::int64_t y, std::int64_t z) {
      const float* const row = values.row(y, z);
      double of_row = 0;
      for (std::int64_t x = 0; x < grid.width; ++x) {
        if (std::isfinite(row[x])) of_row += term(static_cast<double>(row[x]));
      }
      return of_row;
    });
  };
  const double count = numbers.sum(loop, [&](std::int64_t y, std::int64_t z) {
    const float* const row = values.row(y, z);
    std::int64_t finite = 0;
    float low = std::numeric_limits<float>::max(), high = std::numeric_limits<float>::lowest();
    for (std::int64_t x = 0; x < grid.width; ++x) {
      if (!std::isfinite(row[x])) continue;
      ++finite;
      low = std::min(low, row[x]);
      high = std::max(high, row[x]);
    }
    largest.of(y, z) = static_cast<double>(high);
    least.of(y, z) = -static_cast<double>(low);
    return static_cast<double>(finite);
  });
  if (count == 0) return {};
  const double mean = sum([](double value) { return value; }) / count;
  const double squares = sum([&](double value) { return (value - mean) * (value - mean); });
  return {std::sqrt(squares / count), largest.largest() + least.largest()};
}

}  // namespace bitvox::random_walker
