// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <mutex>
#include <string>

#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/register_mi/register_mi_information.hpp"
#include "ops/register_mi/register_mi_lookup.hpp"
#include "ops/register_mi/register_mi_matcher.hpp"
#include "ops/register_mi/register_mi_pyramid.hpp"
#include "ops/register_mi/register_mi_resample.hpp"

namespace bitvox::register_mi {
namespace {

// Counts of pairs of bins for one motion, filled by several threads.
struct SharedTable {
  std::mutex mutex;
  std::vector<std::uint32_t> counts;
};

MatchSums sum_up(const std::uint32_t* table, int bins) {
  const std::int64_t* const log_table = logs();
  MatchSums sums;
  std::int64_t of_sides = 0;  // of rows and columns
  std::vector<std::uint32_t> columns(static_cast<std::size_t>(bins));
  for (int row = 0; row < bins; ++row) {
    std::uint32_t in_row = 0;
    for (std::uint32_t& column : columns) {
      const std::uint32_t n = *table++;
      sums.of_table += n_log_n(n, log_table);
      in_row += n;
      column += n;
    }
    sums.pairs += in_row;
    of_sides += n_log_n(in_row, log_table);
  }
  for (const std::uint32_t n : columns) of_sides += n_log_n(n, log_table);
  sums.n_log_n = sums.of_table - of_sides;
  return sums;
}

// Places in voxels, one array an axis.
struct Points {
  std::vector<float> x;
  std::vector<float> y;
  std::vector<float> z;

  explicit Points(std::size_t count = 0) : x(count), y(count), z(count) {}
  std::int64_t count() const { return static_cast<std::int64_t>(x.size()); }
};

class CpuMatcher final : public Matcher {
 public:
  CpuMatcher(InstructionSet instructions, int threads, Pyramid moving, Pyramid fixed)
      : instructions_(instructions),
        rows_(rows_for<Rows>(instructions)),
        threads_(threads),
        moving_(std::move(moving)),
        fixed_(std::move(fixed)) {}

  std::vector<float> values(Role role, std::size_t level, const PointGrid& grid,
                            Progress& progress) override {
    const GreyVolume& volume = pyramid(role).level(level);
    const Points points = points_of(grid, progress);
    std::vector<float> all(static_cast<std::size_t>(points.count()));
    for_parts(points.count(), progress, [&](std::int64_t from, std::int64_t count) {
      look_up_points(volume, kSamePlace, points, from, count, all.data() + from);
    });
    return all;
  }

  std::int64_t set_points(const MatchPoints& setup, Progress& progress) override {
    setup_ = setup;
    points_ = points_of(setup.grid, progress);
    bins_.resize(points_.x.size());
    const GreyVolume& volume = pyramid(setup.role).level(setup.level);
    std::atomic<std::int64_t> total{0};
    for_parts(points_.count(), progress, [&](std::int64_t from, std::int64_t count) {
      std::vector<float> values(static_cast<std::size_t>(count));
      look_up_points(volume, kSamePlace, points_, from, count, values.data());
      std::uint8_t* const bins = bins_.data() + from;
      rows_.bins(values.data(), count, &setup.own, bins);
      total += count - std::count(bins, bins + count, kNoBin);
    });
    if (total < points_.count()) keep_points_with_a_bin();
    return total;
  }

  std::vector<MatchSums> match(const std::vector<PointMap>& maps, Progress& progress) override {
    const int bins = setup_.other.bins;
    const auto cells = static_cast<std::size_t>(bins) * static_cast<std::size_t>(bins);
    const std::int64_t points = points_.count();
    const std::int64_t parts = (points + kPart - 1) / kPart;
    const GreyVolume& volume =
        pyramid(setup_.role == Role::kMoving ? Role::kFixed : Role::kMoving).level(setup_.level);
    std::vector<SharedTable> tables(parts > 1 ? maps.size() : 0);
    for (SharedTable& table : tables) table.counts.resize(cells);
    std::vector<MatchSums> sums(maps.size());
    const auto count = static_cast<std::int64_t>(maps.size());
    parallel_for(count * parts, threads_, progress, [&](std::int64_t item) {
      const auto m = static_cast<std::size_t>(item / parts);
      const std::int64_t from = item % parts * kPart;
      std::vector<std::uint32_t> table(cells + 1);  // the last: pairs with a NaN
      count_part(volume, maps[m], from, std::min(kPart, points - from), table.data());
      if (parts == 1) {
        sums[m] = sum_up(table.data(), bins);
        return;
      }
      const std::lock_guard lock(tables[m].mutex);
      for (std::size_t i = 0; i < cells; ++i) tables[m].counts[i] += table[i];
    });
    if (parts > 1) {
      parallel_for(count, threads_, progress, [&](std::int64_t m) {
        const auto i = static_cast<std::size_t>(m);
        sums[i] = sum_up(tables[i].counts.data(), bins);
      });
    }
    return sums;
  }

  std::int64_t resample(const Resampling& how, SliceSink& out, Progress& progress) override {
    return register_mi::resample(instructions_, moving_.full(), how, threads_, out, progress);
  }

 private:
  static constexpr std::int64_t kPart = 65536;  // points that one thread counts at a time
  static constexpr std::int64_t kRun = 1024;    // of these, whose values stay in the cache
  static constexpr PointMap kSamePlace{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

  Points points_of(const PointGrid& grid, Progress& progress) const {
    Points points(static_cast<std::size_t>(grid.count()));
    for_parts(grid.count(), progress, [&](std::int64_t from, std::int64_t count) {
      for (std::int64_t cell = from; cell < from + count; ++cell) {
        const GridPoint point = point_of_cell(grid, cell);
        const auto i = static_cast<std::size_t>(cell);
        points.x[i] = point.x;
        points.y[i] = point.y;
        points.z[i] = point.z;
      }
    });
    return points;
  }

  // Others would count for nothing, and take as long.
  void keep_points_with_a_bin() {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < bins_.size(); ++i) {
      if (bins_[i] == kNoBin) continue;
      points_.x[kept] = points_.x[i];
      points_.y[kept] = points_.y[i];
      points_.z[kept] = points_.z[i];
      bins_[kept++] = bins_[i];
    }
    points_.x.resize(kept);
    points_.y.resize(kept);
    points_.z.resize(kept);
    bins_.resize(kept);
  }

  const Pyramid& pyramid(Role role) const { return role == Role::kMoving ? moving_ : fixed_; }

  void for_parts(std::int64_t count, Progress& progress,
                 const std::function<void(std::int64_t, std::int64_t)>& body) const {
    parallel_for((count + kPart - 1) / kPart, threads_, progress, [&](std::int64_t part) {
      body(part * kPart, std::min(kPart, count - part * kPart));
    });
  }

  void look_up_points(const GreyVolume& volume, const PointMap& map, const Points& points,
                      std::int64_t from, std::int64_t count, float* values) const {
    look_up(rows_, volume, map, points.x.data() + from, points.y.data() + from,
            points.z.data() + from, count, std::nanf(""), 0, values);
  }

  void count_part(const GreyVolume& volume, const PointMap& map, std::int64_t from,
                  std::int64_t count, std::uint32_t* table) const {
    float values[kRun];
    for (std::int64_t at = from; at < from + count; at += kRun) {
      const std::int64_t run = std::min(kRun, from + count - at);
      look_up_points(volume, map, points_, at, run, values);
      rows_.count(values, bins_.data() + at, run, &setup_.other, table);
    }
  }

  InstructionSet instructions_;
  const Rows& rows_;
  int threads_;
  Pyramid moving_;
  Pyramid fixed_;
  MatchPoints setup_;
  Points points_;
  std::vector<std::uint8_t> bins_;  // of the points
};

void check_memory(const Task& task) {
  std::int64_t needed = std::int64_t{64} << 20;  // points, tables, a slice
  needed += Pyramid::bytes(task.moving, task.levels) + Pyramid::bytes(task.fixed, task.levels);
  const auto smoothed_bytes = [](const GreySource& source, const std::vector<Smoothing>& by) {
    return by.empty() ? 0 : 4 * source.shape().voxel_count();
  };
  needed += smoothed_bytes(task.moving, task.smooth_moving);
  needed += smoothed_bytes(task.fixed, task.smooth_fixed);
  require_memory({"the registration", "Crop the images."}, host_memory(), needed);
}

}  // namespace

std::unique_ptr<Matcher> make_matcher_cpu(InstructionSet instructions, const Task& task,
                                          Progress& progress) {
  check_memory(task);
  auto [first, second, third, fourth] = progress_parts(progress, 2, 2, 1, 1);
  Pyramid moving(task.moving, task.levels, task.threads, first);
  Pyramid fixed(task.fixed, task.levels, task.threads, second);
  if (!task.smooth_moving.empty()) {
    moving.smooth(instructions, task.smooth_moving, task.threads, third);
  }
  if (!task.smooth_fixed.empty()) {
    fixed.smooth(instructions, task.smooth_fixed, task.threads, fourth);
  }
  return std::make_unique<CpuMatcher>(instructions, task.threads, std::move(moving),
                                      std::move(fixed));
}

}  // namespace bitvox::register_mi
