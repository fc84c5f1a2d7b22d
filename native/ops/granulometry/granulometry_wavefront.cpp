// SPDX-License-Identifier: BSD-2-Clause
#include "ops/granulometry/granulometry_wavefront.hpp"

#include <algorithm>
#include <atomic>
#include <vector>

#include "core/threads/bell.hpp"
#include "core/threads/parallel.hpp"

namespace bitvox::granulometry {
namespace {

constexpr int kStepsAtATime = 17;
constexpr int kRowsAtATime = 16;
// A block's last step reaches this many blocks on, seen from its first step in the next pass.
constexpr int kBlocksAhead = (kStepsAtATime + kRowsAtATime - 1) / kRowsAtATime;

struct Block {
  int pass;
  std::int64_t block;
};

// How far a block is, and where those wait that come after it.
struct Swept {
  std::atomic<std::int64_t> sweeps{0};
  Bell bell;
};

class Wavefront {
 public:
  Wavefront(const RowGrid& grid, int steps)
      : grid_(grid),
        steps_(steps),
        passes_((steps + kStepsAtATime - 1) / kStepsAtATime),
        blocks_((grid.height + kStepsAtATime - 1 + kRowsAtATime - 1) / kRowsAtATime),
        sweeps_(grid.depth + (grid.planar ? 0 : kStepsAtATime - 1)),
        swept_(static_cast<std::size_t>(passes_ * blocks_)) {
    // In this order no block waits for a later one, and blocks that can run together are close.
    for (int pass = 0; pass < passes_; ++pass) {
      for (std::int64_t block = 0; block < blocks_; ++block) {
        order_.push_back({pass, block});
      }
    }
    const auto when = [](const Block& b) { return b.block + (kBlocksAhead + 1) * b.pass; };
    std::stable_sort(order_.begin(), order_.end(),
                     [&](const Block& a, const Block& b) { return when(a) < when(b); });
  }

  std::int64_t total_sweeps() const { return passes_ * blocks_ * sweeps_; }

  template <class TakeStep>
  void work(Team& team, const TakeStep& take_step) {
    for (std::size_t i = next_++; i < order_.size() && !team.stopped(); i = next_++) {
      const Block& b = order_[i];
      for (std::int64_t sweep = 0; sweep < sweeps_; ++sweep) {
        const std::int64_t reach = grid_.planar ? 1 : kStepsAtATime + 1;
        if ((b.block > 0 && !wait_for(team, b.pass, b.block - 1, sweep + 1)) ||
            (b.pass > 0 &&
             !wait_for(team, b.pass - 1, std::min(blocks_ - 1, b.block + kBlocksAhead),
                       std::min(sweeps_, sweep + reach)))) {
          return;
        }
        for (int s = 0; s < kStepsAtATime; ++s) {
          take_steps(team, b, sweep, s, take_step);
        }
        Swept& now = swept(b.pass, b.block);
        now.sweeps.store(sweep + 1, std::memory_order_release);
        now.bell.ring();
        team.add_done(1);
      }
    }
  }

 private:
  template <class TakeStep>
  void take_steps(Team& team, const Block& b, std::int64_t sweep, int s,
                  const TakeStep& take_step) {
    const int step = b.pass * kStepsAtATime + s;
    const std::int64_t z = grid_.planar ? sweep : sweep - s;
    if (step >= steps_ || z < 0 || z >= grid_.depth) {
      return;
    }
    const std::int64_t first = b.block * kRowsAtATime - s;
    const std::int64_t end = std::min(grid_.height, first + kRowsAtATime);
    for (std::int64_t y = std::max<std::int64_t>(0, first); y < end && !team.stopped(); ++y) {
      take_step(y, z, step);
    }
  }

  Swept& swept(int pass, std::int64_t block) {
    return swept_[static_cast<std::size_t>(pass * blocks_ + block)];
  }

  // False when the team stops meanwhile.
  bool wait_for(Team& team, int pass, std::int64_t block, std::int64_t sweeps) {
    Swept& other = swept(pass, block);
    return other.bell.wait(team,
                           [&] { return other.sweeps.load(std::memory_order_acquire) >= sweeps; });
  }

  RowGrid grid_;
  int steps_;
  int passes_;
  std::int64_t blocks_;
  std::int64_t sweeps_;
  std::vector<Block> order_;
  std::vector<Swept> swept_;
  std::atomic<std::size_t> next_{0};
};

}  // namespace

void run_wavefront(const RowGrid& grid, int steps, int threads, Progress& progress,
                   const std::function<void(std::int64_t y, std::int64_t z, int step)>& take_step) {
  Wavefront wavefront(grid, steps);
  run_team(threads, wavefront.total_sweeps(), progress,
           [&](Team& team, int) { wavefront.work(team, take_step); });
}

}  // namespace bitvox::granulometry
