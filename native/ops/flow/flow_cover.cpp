// SPDX-License-Identifier: BSD-2-Clause
#include "ops/flow/flow_cover.hpp"

#include <algorithm>
#include <cmath>

#include "core/threads/ordered_sum.hpp"
#include "ops/flow/flow_row_sum.hpp"

namespace bitvox::flow {
namespace {

#define BITVOX_INLINE inline
#include "ops/flow/flow_cover.inl"
#undef BITVOX_INLINE

}  // namespace

float solid_share(std::uint8_t value, double tau) { return share_of(value / 255.0, tau); }

Cover::Cover(const Grid& grid, const Links& links, const std::vector<Placed>& bodies,
             Progress& progress)
    : grid_(grid), links_(links) {
  std::int64_t covered = 0;  // at most
  for (const Placed& body : bodies) covered += body.size[0] * body.size[1] * body.size[2];
  covered = std::min(covered, grid.shape.voxel_count());
  require_memory(kFlowUser, host_memory(),
                 20 * links.cells + covered * static_cast<std::int64_t>(sizeof(Covered)));
  covered_.reserve(static_cast<std::size_t>(covered));
  const auto zeros = [&] {
    AlignedArray<float> all = aligned_array<float>(links.cells);
    std::fill(all.get(), all.get() + links.cells, 0.0F);
    return all;
  };
  share_ = zeros();
  for (AlignedArray<float>& motion : motion_) motion = zeros();
  owner_ = aligned_array<std::uint32_t>(links.cells);
  std::fill(owner_.get(), owner_.get() + links.cells, 0U);
  if (links.share) {
    for (std::int64_t row = 0; row < grid.row_count(); ++row) {
      const std::int64_t first = links.cell(row, 0);
      std::copy(links.share.get() + first, links.share.get() + first + links.blocks() * kLanes,
                share_.get() + first);
    }
  }
  for (const Links::Row& row : links.rows) partly_.push_back(row.partly ? 1 : 0);
  place(bodies, progress);
}

void Cover::place(const std::vector<Placed>& bodies, Progress& progress) {
  uncover();
  bodies_ = bodies;
  for (const Placed& body : bodies) {
    first_.push_back(covered_.size());
    cover_with(body, progress);
  }
  first_.push_back(covered_.size());
}

void Cover::uncover() {
  for (const Covered& covered : covered_) {
    const auto cell = static_cast<std::size_t>(covered.cell);
    share_[cell] = links_.share ? links_.share[cell] : 0.0F;
    owner_[cell] = 0;
    for (AlignedArray<float>& motion : motion_) motion[cell] = 0;
    const auto row = static_cast<std::size_t>(covered.row);
    partly_[row] = links_.rows[row].partly ? 1 : 0;
  }
  covered_.clear();
  first_.clear();
  // Solid of the image is at rest again.
  for (std::int64_t row = 0; links_.share && row < grid_.row_count(); ++row) {
    if (!links_.rows[static_cast<std::size_t>(row)].partly) continue;
    for (AlignedArray<float>& motion : motion_) {
      float* const first = motion.get() + links_.cell(row, 0);
      std::fill(first, first + links_.blocks() * kLanes, 0.0F);
    }
  }
}

void Cover::cover_with(const Placed& body, Progress& progress) {
  const auto within = [&](std::int64_t p, std::size_t a) {
    const std::int64_t size = grid_.size(a);
    return (p % size + size) % size;
  };
  for (std::int64_t dz = 0; dz < body.size[2]; ++dz) {
    progress.report(0, 1);
    for (std::int64_t dy = 0; dy < body.size[1]; ++dy)
      for (std::int64_t dx = 0; dx < body.size[0]; ++dx) {
        const std::int64_t at[3] = {body.low[0] + dx, body.low[1] + dy, body.low[2] + dz};
        std::array<double, 3> arm{};
        for (std::size_t a = 0; a < 3; ++a) arm[a] = static_cast<double>(at[a]) - body.centre[a];
        const double part = covered_part(body, arm.data());
        if (part <= 0) continue;
        const std::int64_t row = within(at[2], 2) * grid_.shape.height + within(at[1], 1);
        const std::int64_t x = within(at[0], 0);
        if (grid_.solid[static_cast<std::size_t>(row * grid_.shape.width + x)] == 255) continue;
        const auto cell = static_cast<std::size_t>(links_.cell(row, x));
        const float share = share_of(part, grid_.tau);
        if (share <= share_[cell]) continue;
        share_[cell] = share;
        float motion[3];
        motion_of(body, arm.data(), motion);
        for (std::size_t a = 0; a < 3; ++a) motion_[a][cell] = motion[a];
        covered_.push_back({links_.cell(row, x), row, dz * body.size[1] + dy, dx, arm});
        owner_[cell] = static_cast<std::uint32_t>(covered_.size());
        partly_[static_cast<std::size_t>(row)] = 1;
      }
  }
}

std::vector<Bodies::Momentum> Cover::momenta(Progress& progress) const {
  std::vector<Bodies::Momentum> all(bodies_.size());
  std::array<std::vector<double>, 6> sums;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const auto rows = static_cast<std::size_t>(bodies_[i].size[1] * bodies_[i].size[2]);
    for (std::vector<double>& sum : sums) sum.assign(rows, 0);
    for (std::size_t k = first_[i]; k < first_[i + 1];) {
      progress.report(0, 1);
      std::array<RowSum, 6> of_row;
      const std::int64_t row = covered_[k].at_row;
      for (; k < first_[i + 1] && covered_[k].at_row == row; ++k) {
        const Covered& covered = covered_[k];
        const auto cell = static_cast<std::size_t>(covered.cell);
        if (owner_[cell] != k + 1) continue;  // another one has it
        const float got[3] = {motion_[0][cell], motion_[1][cell], motion_[2][cell]};
        const std::size_t lane = static_cast<std::size_t>(covered.at_x) % kSumLanes;
        double six[6];
        for (std::size_t c = 0; c < 6; ++c) six[c] = of_row[c].lanes[lane];
        add_momentum(covered.arm.data(), got, six);
        for (std::size_t c = 0; c < 6; ++c) of_row[c].lanes[lane] = six[c];
      }
      for (std::size_t c = 0; c < 6; ++c) {
        sums[c][static_cast<std::size_t>(row)] = of_row[c].total();
      }
    }
    for (std::size_t c = 0; c < 6; ++c) all[i][c] = sum_of_rows(sums[c]);
  }
  return all;
}

}  // namespace bitvox::flow
