// SPDX-License-Identifier: BSD-2-Clause
#include "ops/flow/flow_sums.hpp"

#include <algorithm>
#include <cstddef>

#include "core/threads/ordered_sum.hpp"
#include "core/threads/parallel.hpp"
#include "ops/flow/flow_row_sum.hpp"

namespace bitvox::flow {
namespace {

// So many sums over all rows; add(room, row, of_row) adds those of one.
template <std::size_t kCount, class Add>
std::array<double, kCount> sum_rows(std::int64_t rows, int threads, Progress& progress,
                                    const Add& add) {
  std::array<std::vector<double>, kCount> sums;
  for (std::vector<double>& sum : sums) sum.resize(static_cast<std::size_t>(rows));
  parallel_for(
      rows, threads, progress, [] { return std::vector<float>(); },
      [&](std::vector<float>& room, std::int64_t row) {
        std::array<RowSum, kCount> of_row;
        add(room, row, of_row);
        for (std::size_t c = 0; c < kCount; ++c) {
          sums[c][static_cast<std::size_t>(row)] = of_row[c].total();
        }
      });
  std::array<double, kCount> all{};
  for (std::size_t c = 0; c < kCount; ++c) all[c] = sum_of_rows(sums[c]);
  return all;
}

}  // namespace

Totals FieldSums::totals(Progress& progress) const {
  const std::int64_t width = grid_.shape.width, rows = grid_.row_count();
  std::vector<double> squares(static_cast<std::size_t>(rows));
  const auto add = [&](std::vector<float>& room, std::int64_t row, std::array<RowSum, 6>& of_row) {
    const std::array<float*, 4> now = read_(row, room);
    const std::uint8_t* const solid = grid_.solid.data() + row * width;
    double& largest = squares[static_cast<std::size_t>(row)];
    for (std::int64_t x = 0; x < width; ++x) {
      if (solid[x] == 255) continue;
      const std::size_t lane = static_cast<std::size_t>(x) % kSumLanes;
      const double part = (255 - solid[x]) / 255.0;
      double square = 0;
      for (std::size_t a = 0; a < 3; ++a) {
        const double v = now[a][x];
        of_row[a].lanes[lane] += part * v;
        square += v * v;
      }
      of_row[3].lanes[lane] += static_cast<double>(now[3][x]);
      of_row[4].lanes[lane] += part;
      of_row[5].lanes[lane] += 1;
      largest = std::max(largest, square);
    }
  };
  const auto sums = sum_rows<6>(rows, threads_, progress, add);
  return totals_of(sums, *std::max_element(squares.begin(), squares.end()));
}

void FieldSums::keep(Progress& progress) {
  const std::int64_t voxels = grid_.shape.voxel_count(), width = grid_.shape.width;
  if (kept_ == nullptr) {
    require_memory(kFlowUser, host_memory(), 3 * voxels * 4);
    kept_ = aligned_array<float>(3 * voxels);
  }
  parallel_for(
      grid_.row_count(), threads_, progress, [] { return std::vector<float>(); },
      [&](std::vector<float>& room, std::int64_t row) {
        const std::array<float*, 4> now = read_(row, room);
        float* to = kept_.get() + row * width;
        for (std::size_t a = 0; a < 3; ++a, to += voxels) std::copy_n(now[a], width, to);
      });
}

double FieldSums::change(Progress& progress) const {
  const std::int64_t voxels = grid_.shape.voxel_count(), width = grid_.shape.width;
  const auto add = [&](std::vector<float>& room, std::int64_t row, std::array<RowSum, 2>& of_row) {
    const std::array<float*, 4> now = read_(row, room);
    const std::uint8_t* const solid = grid_.solid.data() + row * width;
    for (std::int64_t x = 0; x < width; ++x) {
      if (solid[x] == 255) continue;
      const std::size_t lane = static_cast<std::size_t>(x) % kSumLanes;
      const double part = (255 - solid[x]) / 255.0;
      const float* before = kept_.get() + row * width + x;
      for (std::size_t a = 0; a < 3; ++a, before += voxels) {
        const double v = now[a][x], difference = v - static_cast<double>(*before);
        of_row[0].lanes[lane] += part * (difference * difference);
        of_row[1].lanes[lane] += part * (v * v);
      }
    }
  };
  return change_of(sum_rows<2>(grid_.row_count(), threads_, progress, add));
}

}  // namespace bitvox::flow
