// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/barrier.hpp"
#include "core/ordered_sum.hpp"
#include "ops/flow/flow_cells.hpp"

namespace bitvox::flow {
namespace {

#define BITVOX_INLINE inline
#define BITVOX_UNROLL
#include "ops/flow/flow_collide.inl"
#undef BITVOX_UNROLL
#undef BITVOX_INLINE

// So that the slots of a cell do not share a set of the caches.
std::int64_t stride_for(std::int64_t cells) { return (cells + 1023) / 1024 * 1024 + 544; }

// At rest in the middle of the first step: half of the force's momentum is there.
float at_rest(int slot, const Rates& rates) {
  if (slot == 0) return 0;
  const float half = 0.5F * rates.push[(slot - 1) / 2];
  return slot % 2 == 1 ? half : -half;
}

}  // namespace

Cells::Cells(const Grid& grid, Bodies* bodies, const Rates& rates, InstructionSet instructions,
             int threads, Progress& progress)
    : grid_(grid),
      bodies_(bodies),
      rates_(rates),
      rows_(rows_for<Rows>(instructions)),
      threads_(threads),
      stride_(stride_for(grid.cells())) {
  require_memory(kFlowUser, host_memory(), 2 * kSlots * stride_ * 4);
  for (AlignedArray<float>& copy : copies_) {
    copy = aligned_array<float>(kSlots * stride_);
    parallel_for(kSlots, threads, progress, [&](std::int64_t slot) {
      float* const first = copy.get() + slot * stride_;
      std::fill(first, first + stride_, 0.0F);
    });
  }
  parallel_for(grid.shape.depth, threads, progress, [&](std::int64_t z) {
    for (std::int64_t row = z * grid.shape.height; row < (z + 1) * grid.shape.height; ++row)
      for (int i = 0; i < kSlots; ++i) {
        // With the cells before and behind the row, which are its ends where x is periodic.
        float* const first = copies_[0].get() + i * stride_ + grid.cell(row, -1);
        std::fill(first, first + grid.shape.width + 2, at_rest(i, rates));
      }
  });
}

const float* Cells::share(std::int64_t row) const {
  const std::int64_t first = grid_.cell(row, 0);
  if (bodies_ != nullptr) return bodies_->partly(row) ? bodies_->share() + first : nullptr;
  return grid_.rows[static_cast<std::size_t>(row)].partly ? grid_.share.get() + first : nullptr;
}

void Cells::step_row(std::int64_t row, const float* from, float* to) const {
  const Grid::Row& info = grid_.rows[static_cast<std::size_t>(row)];
  if (!info.fluid) return;
  const Shape& s = grid_.shape;
  const std::int64_t y = row % s.height, z = row / s.height, first = grid_.cell(row, 0);
  // Where there is no such row any will do: what arrives from there has a link.
  const auto within = [](std::int64_t i, std::int64_t size) { return (i + size) % size; };
  RowStep step{};
  for (int i = 0; i < kSlots; ++i) {
    const int x = i == 0 ? 0 : direction(i, 0);
    const std::int64_t source = i == 0 ? row
                                       : within(z - direction(i, 2), s.depth) * s.height +
                                             within(y - direction(i, 1), s.height);
    step.arrives[i] = from + i * stride_ + grid_.cell(source, -x);
  }
  step.own = from + first;
  step.to = to + first;
  step.stride = stride_;
  step.blocks = grid_.blocks();
  step.links = info.linked ? grid_.links.get() + first : nullptr;
  step.faces = info.faces.data();
  step.faces_end = step.faces + info.faces.size();
  step.solid = share(row);
  for (int a = 0; a < 3 && bodies_ != nullptr; ++a) step.motion[a] = bodies_->motion(a) + first;
  rows_.step(&step, &rates_);
  if (grid_.periodic(0)) {
    for (int i = 0; i < kSlots; ++i) {
      float* const cells = to + first + i * stride_;
      cells[-1] = cells[s.width - 1];
      cells[s.width] = cells[0];
    }
  }
}

void Cells::run(std::int64_t steps, Particles* particles, Progress& progress) {
  const std::int64_t rows = grid_.row_count();
  const auto workers = static_cast<int>(std::clamp<std::int64_t>(rows, 1, threads_));
  Barrier barrier(workers);
  const int newest = newest_;
  run_team(workers, steps, progress, [&](Team& team, int worker) {
    const std::int64_t first = rows * worker / workers, end = rows * (worker + 1) / workers;
    for (std::int64_t step = 0; step < steps; ++step) {
      const float* const from = copies_[(newest + step) % 2].get();
      float* const to = copies_[(newest + step + 1) % 2].get();
      if (bodies_ != nullptr) {
        if (worker == 0) bodies_->begin_step();
        if (!barrier.wait(team)) return;
      }
      for (std::int64_t row = first; row < end && !team.stopped(); ++row) step_row(row, from, to);
      if (!barrier.wait(team)) return;
      if (worker == 0) {
        newest_ = static_cast<int>((newest + step + 1) % 2);
        if (bodies_ != nullptr) bodies_->end_step();
        team.add_done(1);
      }
      if (particles == nullptr) continue;
      if (!barrier.wait(team)) return;
      const std::int64_t count = particles->count();
      for (std::int64_t i = count * worker / workers; i < count * (worker + 1) / workers; ++i) {
        if (team.stopped()) return;
        particles->move(i, *this);
      }
      if (!barrier.wait(team)) return;
    }
  });
}

void Cells::velocities(std::int64_t row, const std::array<float*, 4>& out) const {
  const Grid::Row& info = grid_.rows[static_cast<std::size_t>(row)];
  const std::int64_t first = grid_.cell(row, 0);
  rows_.velocities(copies_[newest_].get() + first, stride_, grid_.blocks(),
                   info.linked ? grid_.links.get() + first : nullptr, share(row), &rates_,
                   out.data());
}

std::array<float, 3> Cells::velocity(std::int64_t row, std::int64_t x) const {
  float h[kSlots];
  const float* const cell = copies_[newest_].get() + grid_.cell(row, x);
  for (int i = 0; i < kSlots; ++i) h[i] = cell[i * stride_];
  const float* const solid = share(row);
  std::array<float, 3> u{};
  find_velocity(h, rates_, solid != nullptr ? solid[x] : 0.0F, u.data());
  return u;
}

Totals Cells::totals(Progress& progress) const {
  const std::int64_t width = grid_.shape.width, rows = grid_.row_count();
  const auto count = static_cast<std::size_t>(rows);
  std::array<std::vector<double>, 6> sums;  // velocities, excess, fluid, cells
  for (std::vector<double>& sum : sums) sum.resize(count);
  std::vector<double> squares(count);
  parallel_for(
      rows, threads_, progress,
      [&] { return std::vector<float>(static_cast<std::size_t>(4 * grid_.blocks() * kLanes)); },
      [&](std::vector<float>& u, std::int64_t row) {
        const auto r = static_cast<std::size_t>(row);
        if (!grid_.rows[r].fluid) return;
        const std::int64_t length = grid_.blocks() * kLanes;
        const std::array<float*, 4> out{u.data(), u.data() + length, u.data() + 2 * length,
                                        u.data() + 3 * length};
        velocities(row, out);
        const std::uint8_t* const solid = grid_.solid.data() + row * width;
        for (std::int64_t x = 0; x < width; ++x) {
          if (solid[x] == 255) continue;
          const double part = (255 - solid[x]) / 255.0;
          double square = 0;
          for (std::size_t a = 0; a < 3; ++a) {
            const double v = out[a][x];
            sums[a][r] += part * v;
            square += v * v;
          }
          sums[3][r] += static_cast<double>(out[3][x]);
          sums[4][r] += part;
          sums[5][r] += 1;
          squares[r] = std::max(squares[r], square);
        }
      });
  Totals totals;
  const double fluid = sum_of_rows(sums[4]);
  for (std::size_t a = 0; a < 3; ++a) totals.velocity[a] = sum_of_rows(sums[a]) / fluid;
  totals.excess = sum_of_rows(sums[3]) / sum_of_rows(sums[5]);
  totals.speed = std::sqrt(*std::max_element(squares.begin(), squares.end()));
  const double all = totals.velocity[0] + totals.velocity[1] + totals.velocity[2] + totals.excess;
  totals.finite = std::isfinite(all);
  return totals;
}

}  // namespace bitvox::flow
