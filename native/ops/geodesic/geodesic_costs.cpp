// SPDX-License-Identifier: BSD-2-Clause
#include "ops/geodesic/geodesic_costs.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <mutex>
#include <type_traits>
#include <vector>

#include "core/error.hpp"
#include "core/options/number.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/read_rows.hpp"
#include "ops/geodesic/geodesic_gradient.hpp"
#include "paths/path_sum.hpp"

namespace bitvox::geodesic {
namespace {

constexpr double kMostNarrow = 254, kMostWide = 65534;  // above them are walls

// Of the finite values within the mask.
struct ValueRange {
  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();

  bool any() const { return least <= most; }
  void add(const ValueRange& other) {
    least = std::min(least, other.least);
    most = std::max(most, other.most);
  }
};

// What a value costs.
struct CostRule {
  Cost cost = Cost::kIntensity;
  double reference = 0;

  // No number, or infinite: a wall.
  double operator()(double value) const {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    if (!std::isfinite(value)) return kNone;
    switch (cost) {
      case Cost::kReciprocal:
        return reference / std::max(value, reference / kReciprocalRange);
      case Cost::kDifference:
        return std::abs(value - reference);
      case Cost::kUniform:
        return value != 0 ? 1 : kNone;
      case Cost::kIntensity:
      case Cost::kGradient:
        break;
    }
    return value;
  }

  double largest(const ValueRange& range) const {
    if (!range.any()) return 0;
    if (cost == Cost::kUniform) return 1;
    return std::max((*this)(range.least), (*this)(range.most));
  }
};

bool in_mask(const std::uint64_t* bits, std::int64_t x) {
  return bits == nullptr || (bits[x / 64] >> (x % 64) & 1) != 0;
}

class Reader {
 public:
  Reader(const std::optional<BitVolume>& mask, const Shape& shape, int threads)
      : mask_(mask), shape_(shape), threads_(threads) {}

  // rows(threads, progress, take) calls take(y, z, row) for each row of values.
  template <class Rows>
  ValueRange range(const Rows& rows, Progress& progress) const {
    ValueRange all;
    std::mutex mutex;
    rows(threads_, progress, [&](std::int64_t y, std::int64_t z, const auto* row) {
      const std::uint64_t* const bits = mask_row(y, z);
      using Value = std::remove_cvref_t<decltype(row[0])>;
      ValueRange range;
      if (std::is_integral_v<Value> && bits == nullptr) {  // a loop for vectors
        Value least = row[0], most = row[0];
        for (std::int64_t x = 1; x < shape_.width; ++x) {
          least = std::min(least, row[x]);
          most = std::max(most, row[x]);
        }
        range = {static_cast<double>(least), static_cast<double>(most)};
      } else {
        for (std::int64_t x = 0; x < shape_.width; ++x) {
          const auto value = static_cast<double>(row[x]);
          if (!std::isfinite(value) || !in_mask(bits, x)) continue;
          range.add({value, value});
        }
      }
      const std::lock_guard lock(mutex);
      all.add(range);
    });
    return all;
  }

  template <class Rows, class Whole>
  void fill(const Rows& rows, const CostRule& rule, Whole* to, Costs& costs,
            Progress& progress) const {
    std::atomic<std::int64_t> walls{0}, clipped{0}, vanished{0};
    const auto whole = [&](double value) {
      const double cost = rule(value);
      if (!std::isfinite(cost)) return paths::kWall<Whole>;
      const double most = sizeof(Whole) == 1 ? kMostNarrow : kMostWide;
      return static_cast<Whole>(std::min(std::floor(cost / costs.unit + 0.5), most));
    };
    const auto is_clipped = [&](double value) {
      return rule(value) / costs.unit > kMostWide + 0.5;
    };
    const auto vanishes = [&](double value, Whole cost) { return cost == 0 && rule(value) > 0; };
    std::vector<Whole> table;  // of whole values
    bool exact = false;        // none of them vanishes or is clipped
    std::once_flag made;
    rows(threads_, progress, [&](std::int64_t y, std::int64_t z, const auto* row) {
      using Value = std::remove_cvref_t<decltype(row[0])>;
      constexpr bool kIntegers = std::is_integral_v<Value>;
      if constexpr (kIntegers) {
        std::call_once(made, [&] {
          exact = true;
          for (int value = 0; value <= std::numeric_limits<Value>::max(); ++value) {
            table.push_back(whole(value));
            const bool occurs = table.back() <= costs.largest;  // or may
            if (occurs && (vanishes(value, table.back()) || is_clipped(value))) exact = false;
          }
        });
      }
      const std::uint64_t* const bits = mask_row(y, z);
      Whole* const out = to + (z * shape_.height + y) * shape_.width;
      std::int64_t walls_of_row = 0, clipped_of_row = 0, vanished_of_row = 0;
      for (std::int64_t x = 0; x < shape_.width; ++x) {
        if constexpr (kIntegers) {
          out[x] = table[row[x]];
        } else {
          out[x] = whole(static_cast<double>(row[x]));
        }
      }
      for (std::int64_t x = 0; bits != nullptr && x < shape_.width; ++x) {
        if (!in_mask(bits, x)) out[x] = paths::kWall<Whole>;
      }
      for (std::int64_t x = 0; x < shape_.width; ++x) walls_of_row += out[x] == paths::kWall<Whole>;
      for (std::int64_t x = 0; !exact && x < shape_.width; ++x) {
        if (vanishes(static_cast<double>(row[x]), out[x])) ++vanished_of_row;
        if constexpr (sizeof(Whole) == 2) {
          if (out[x] == kMostWide && is_clipped(static_cast<double>(row[x]))) ++clipped_of_row;
        }
      }
      walls += walls_of_row;
      clipped += clipped_of_row;
      vanished += vanished_of_row;
    });
    costs.walls = walls;
    costs.clipped = clipped;
    costs.vanished = vanished;
  }

 private:
  const std::uint64_t* mask_row(std::int64_t y, std::int64_t z) const {
    return mask_ ? mask_->slice(z) + y * shape_.words_per_row() : nullptr;
  }

  const std::optional<BitVolume>& mask_;
  Shape shape_;
  int threads_;
};

CostRule rule_of(const Options& options, double mean, const ValueRange& range) {
  CostRule rule{options.cost, 0};
  if (options.cost == Cost::kDifference) rule.reference = mean;
  if (options.cost == Cost::kReciprocal && range.any()) {
    rule.reference = range.most;
    if (!(range.most > 0)) {
      throw InvalidInput("no value is above 0, the largest is " + short_number(range.most) +
                         "; cost=reciprocal needs positive values");
    }
  }
  if (options.cost == Cost::kIntensity && range.least < 0) {
    throw InvalidInput("the image has the value " + short_number(range.least) +
                       ", and costs cannot be negative; add a constant, leave these voxels out by "
                       "a mask, or use another cost");
  }
  return rule;
}

// The smallest power of two by which so large a cost stays below a wall.
double unit_of(double largest) {
  if (!(largest > 0)) return 1;
  int exponent = 0;
  std::frexp(largest / kMostWide, &exponent);
  double unit = std::ldexp(1.0, exponent - 1);
  while (std::floor(largest / unit + 0.5) > kMostWide) unit *= 2;
  return unit;
}

template <class Rows>
Costs make_costs(const Reader& reader, const Rows& rows, const Options& options, double mean,
                 bool integers, std::int64_t voxels, Progress& progress) {
  auto [looking, filling] = progress_parts(progress, 1, 1);
  const ValueRange range = reader.range(rows, looking);
  const CostRule rule = rule_of(options, mean, range);
  Costs costs;
  costs.reference = rule.reference;
  const double largest = rule.largest(range);
  const bool whole =
      options.cost == Cost::kUniform ||
      (integers && (options.cost == Cost::kIntensity || options.cost == Cost::kDifference));
  costs.unit = whole ? 1 : unit_of(largest);
  costs.largest =
      static_cast<std::uint64_t>(std::min(std::floor(largest / costs.unit + 0.5), kMostWide));
  if (static_cast<double>(costs.largest) <= kMostNarrow) {
    costs.narrow = aligned_array<std::uint8_t>(voxels);
    reader.fill(rows, rule, costs.narrow.get(), costs, filling);
  } else {
    costs.wide = aligned_array<std::uint16_t>(voxels);
    reader.fill(rows, rule, costs.wide.get(), costs, filling);
  }
  return costs;
}

}  // namespace

Costs read_costs(const GreySource& image, const std::optional<BitVolume>& mask,
                 const Options& options, double mean, int threads, Progress& progress) {
  const Reader reader(mask, image.shape(), threads);
  const std::int64_t voxels = image.shape().voxel_count();
  const bool integers = image.type() != PixelType::kFloat32;
  if (options.cost != Cost::kGradient) {
    const auto rows = [&](int count, Progress& on, const auto& take) {
      read_rows(image, count, on, take);
    };
    return make_costs(reader, rows, options, mean, integers, voxels, progress);
  }
  auto [reading, computing] = progress_parts(progress, 1, 2);
  const Gradient gradient(image, options.spacing, threads, reading);
  const auto rows = [&](int count, Progress& on, const auto& take) {
    gradient.each_row(count, on, take);
  };
  return make_costs(reader, rows, options, mean, false, voxels, computing);
}

}  // namespace bitvox::geodesic
