// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "grey_test_volumes.hpp"
#include "ops/joint_histogram/joint_histogram_colocalization.hpp"

// Colocalisation by its definitions, voxel by voxel and pair by pair.
namespace bitvox::joint_histogram::reference {

using Pair = std::pair<double, double>;
using Pairs = std::vector<Pair>;

inline double pearson(const Pairs& pairs) {
  long double a = 0, b = 0, aa = 0, bb = 0, ab = 0;
  for (const auto& [x, y] : pairs) {
    a += x;
    b += y;
  }
  a /= static_cast<long double>(pairs.size());
  b /= static_cast<long double>(pairs.size());
  for (const auto& [x, y] : pairs) {
    aa += (x - a) * (x - a);
    bb += (y - b) * (y - b);
    ab += (x - a) * (y - b);
  }
  return static_cast<double>(ab / std::sqrt(aa * bb));  // 0 / 0 is NaN
}

// The voxels that count, with their values and levels.
struct Voxels {
  std::vector<std::int64_t> places;
  Pairs values;  // raw ones
  Pairs levels;
};

inline double level_of(double v, PixelType type, const BinRange& range) {
  return type == PixelType::kFloat32
             ? std::min(65535.0, std::floor((v - range.low) * 65536 / (range.high - range.low)))
             : v;
}

// The shown value of a level.
inline double shown(double level, PixelType type, const BinRange& range, const ShownLine& line) {
  const double raw = type == PixelType::kFloat32
                         ? range.low + (level + 0.5) * (range.high - range.low) / 65536
                         : level;
  return line.offset + line.slope * raw;
}

inline Voxels voxels(const GreyVolume& first, const GreyVolume& second, const BitVolume* mask,
                     const Counting& options) {
  Voxels all;
  const Shape& s = first.shape();
  const auto inside = [](double v, const BinRange& range) {
    return v >= range.low && v <= range.high;
  };
  for (std::int64_t i = 0; i < s.voxel_count(); ++i) {
    const double a = test::grey_value(first, i);
    const double b = test::grey_value(second, i);
    const bool masked = mask == nullptr || test::voxel(*mask, i % s.width, i / s.width % s.height,
                                                       i / s.width / s.height);
    if (masked && inside(a, options.first_range) && inside(b, options.second_range)) {
      all.places.push_back(i);
      all.values.emplace_back(a, b);
      all.levels.emplace_back(level_of(a, first.type(), options.first_range),
                              level_of(b, second.type(), options.second_range));
    }
  }
  return all;
}

inline double spearman(const Pairs& pairs) {
  Pairs ranks;
  for (const auto& [x, y] : pairs) {
    double a = 0.5, b = 0.5;
    for (const auto& [other_x, other_y] : pairs) {
      a += other_x < x ? 1 : other_x == x ? 0.5 : 0;
      b += other_y < y ? 1 : other_y == y ? 0.5 : 0;
    }
    ranks.emplace_back(a, b);
  }
  return pearson(ranks);
}

inline double kendall(const Pairs& pairs) {
  double order = 0, different_a = 0, different_b = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double x = pairs[i].first - pairs[j].first;
      const double y = pairs[i].second - pairs[j].second;
      order += x * y > 0 ? 1 : x * y < 0 ? -1 : 0;
      different_a += x != 0 ? 1 : 0;
      different_b += y != 0 ? 1 : 0;
    }
  }
  return order / std::sqrt(different_a * different_b);
}

inline double icq(const Pairs& pairs) {
  long double a = 0, b = 0;
  const auto n = static_cast<long double>(pairs.size());
  for (const auto& [x, y] : pairs) {
    a += x;
    b += y;
  }
  double same = 0;
  for (const auto& [x, y] : pairs) same += (n * x - a) * (n * y - b) > 0 ? 1 : 0;
  return same / static_cast<double>(n) - 0.5;
}

struct Costes {
  double slope, intercept, a, b;  // shown values
  double level_a, level_b;        // the same thresholds in levels
  Pairs above, below;             // in levels
};

// Of positively correlated levels; `a_shown` and `b_shown` turn them into shown values.
template <class Shown>
Costes costes(const Pairs& levels, const Shown& a_shown, const Shown& b_shown) {
  long double a = 0, b = 0, aa = 0, bb = 0, ab = 0;
  const auto n = static_cast<long double>(levels.size());
  for (const auto& [x, y] : levels) {
    a += a_shown(x) / n;
    b += b_shown(y) / n;
  }
  for (const auto& [x, y] : levels) {
    aa += (a_shown(x) - a) * (a_shown(x) - a);
    bb += (b_shown(y) - b) * (b_shown(y) - b);
    ab += (a_shown(x) - a) * (b_shown(y) - b);
  }
  Costes result{};
  const long double slope = std::tan(0.5L * std::atan2(2 * ab, aa - bb));
  result.slope = static_cast<double>(slope);
  result.intercept = static_cast<double>(b - slope * a);
  const double a_step = a_shown(1) - a_shown(0);
  const double b_step = b_shown(1) - b_shown(0);
  const bool step_a = result.slope * a_step / b_step <= 1;
  double smallest = std::numeric_limits<double>::infinity();
  double largest = -smallest;
  for (const auto& [x, y] : levels) {
    smallest = std::min(smallest, step_a ? x : y);
    largest = std::max(largest, step_a ? x : y);
  }
  std::size_t seen = 0;  // voxels below the last candidate
  for (double k = largest; k >= smallest; --k) {
    result.level_a =
        step_a ? k : static_cast<double>(((b_shown(k) - b) / slope + a - a_shown(0)) / a_step);
    result.level_b =
        step_a ? static_cast<double>(((a_shown(k) - a) * slope + b - b_shown(0)) / b_step) : k;
    result.above.clear();
    result.below.clear();
    for (const Pair& pair : levels) {
      const bool over = pair.first > result.level_a && pair.second > result.level_b;
      (over ? result.above : result.below).push_back(pair);
    }
    if (result.below.size() != seen && !(pearson(result.below) > 0)) {
      break;
    }
    seen = result.below.size();  // where no voxel came above, nothing changed
  }
  result.a = a_shown(0) + a_step * result.level_a;
  result.b = b_shown(0) + b_step * result.level_b;
  return result;
}

// Pearson's correlations of the blocks: the first as they are, then shuffled.
inline std::vector<double> shuffled(const Voxels& all, const Shape& s, const Shuffling& how,
                                    std::int64_t& blocks) {
  const Shape& b = how.block;
  const std::int64_t nx = s.width / b.width, ny = s.height / b.height, nz = s.depth / b.depth;
  std::vector<Pairs> cut(static_cast<std::size_t>(nx * ny * nz));
  for (std::size_t i = 0; i < all.places.size(); ++i) {
    const std::int64_t x = all.places[i] % s.width / b.width;
    const std::int64_t y = all.places[i] / s.width % s.height / b.height;
    const std::int64_t z = all.places[i] / s.width / s.height / b.depth;
    if (x < nx && y < ny && z < nz) {
      cut[static_cast<std::size_t>((z * ny + y) * nx + x)].push_back(all.levels[i]);
    }
  }
  std::erase_if(cut, [&](const Pairs& block) {
    return static_cast<std::int64_t>(block.size()) < b.voxel_count();
  });
  blocks = static_cast<std::int64_t>(cut.size());
  std::vector<double> results;
  for (int number = -1; number < how.randomisations; ++number) {
    std::vector<std::size_t> order(cut.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    if (number >= 0) {
      const auto stream = static_cast<std::uint64_t>(number) * 0x9e3779b97f4a7c15U;
      test::Random random(test::Random(how.seed + stream).next());
      for (std::size_t i = 0; i < order.size(); ++i) {
        const std::int64_t j = random.below(static_cast<std::int64_t>(i) + 1);
        std::swap(order[i], order[static_cast<std::size_t>(j)]);
      }
    }
    Pairs moved;
    for (std::size_t i = 0; i < cut.size(); ++i) {
      for (std::size_t k = 0; k < cut[i].size(); ++k) {
        moved.emplace_back(cut[order[i]][k].first, cut[i][k].second);
      }
    }
    results.push_back(pearson(moved));
  }
  return results;
}

}  // namespace bitvox::joint_histogram::reference
