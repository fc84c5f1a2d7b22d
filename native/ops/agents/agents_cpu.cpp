// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <mutex>
#include <numeric>

#include "core/threads/parallel.hpp"
#include "core/threads/pulse.hpp"
#include "ops/agents/agent_engine.hpp"
#include "ops/agents/agent_passes.hpp"

namespace bitvox::agents {
namespace {

constexpr std::int64_t kRowsAtATime = 16;
constexpr std::int64_t kAgentsOfThread = 4096;  // fewer are done before another one wakes

template <int kAxes>
class WholeEngine final : public Engine<kAxes> {
 public:
  WholeEngine(const Ground<kAxes>& ground, const std::vector<Point<kAxes>>& starts, int threads,
              Progress& progress)
      : rules_(ground.rules()), threads_(threads), crowd_(rules_, ground.cells(), 0) {
    crowd_.reserve(std::ssize(starts));
    std::int32_t id = 0;
    Pulse pulse(progress);
    for (const Point<kAxes>& start : starts) {
      crowd_.add({++id, kNoMemory, start, {}});
      pulse.beat();
    }
  }

  void advance(std::int64_t first, std::int64_t count, Family& family, Tally& tally,
               Progress& progress) override {
    for (std::int64_t done = 0; done < count;) {
      if (steps_since_sort_ == kStepsBetweenSorts) {
        PhaseProgress standing(progress, done, done, count);
        sort(standing);
      }
      const std::int64_t now = std::min(count - done, kStepsBetweenSorts - steps_since_sort_);
      PhaseProgress part(progress, done, done + now, count);
      make_steps(first + done, now, family, tally, part);
      steps_since_sort_ += now;
      done += now;
    }
  }

  void list_places(const std::vector<std::int32_t>& positions, std::vector<Point<kAxes>>& to,
                   Progress& progress) const override {
    parallel_for(parts(), threads_, progress, [&](std::int64_t part) {
      for (std::int64_t i = part * kAgentsOfThread; i < end_of(part); ++i) {
        const auto id = static_cast<std::size_t>(crowd_.id(i));
        to[static_cast<std::size_t>(positions[id])] = crowd_.place(i);
      }
    });
  }

 private:
  std::int64_t parts() const { return (crowd_.size() + kAgentsOfThread - 1) / kAgentsOfThread; }
  std::int64_t end_of(std::int64_t part) const {
    return std::min(crowd_.size(), (part + 1) * kAgentsOfThread);
  }
  int workers() const { return static_cast<int>(std::clamp<std::int64_t>(parts(), 1, threads_)); }

  void make_steps(std::int64_t first, std::int64_t count, Family& family, Tally& tally,
                  Progress& progress) {
    Passes passes(workers());
    std::mutex mutex;
    run_team(workers(), count, progress, [&](Team& team, int number) {
      Passes::Worker worker{number};
      Tally own;
      for (std::int64_t step = first; step < first + count; ++step) {
        if (!make_step(team, passes, worker, step, own) ||
            !make_births(team, passes, worker, step, family)) {
          return;
        }
        if (number == 0) team.add_done(1);
      }
      const std::lock_guard lock(mutex);
      tally.add(own);
    });
  }

  bool make_step(const Team& team, Passes& passes, Passes::Worker& worker, std::int64_t step,
                 Tally& tally) {
    for (std::int32_t part = 0; part < rules_.parts; ++part) {
      const bool asked = passes.run(
          team, worker, crowd_.size(),
          [&](std::int64_t begin, std::int64_t end) { crowd_.ask(begin, end, step, part); });
      const bool decided =
          asked &&
          passes.run(team, worker, crowd_.size(), [&](std::int64_t begin, std::int64_t end) {
            tally.add(crowd_.template decide_all<kAround>(begin, end, step));
          });
      const bool moved = decided && passes.run(team, worker, crowd_.size(),
                                               [&](std::int64_t begin, std::int64_t end) {
                                                 crowd_.move(begin, end);
                                               });
      if (!moved) return false;
    }
    return true;
  }

  bool make_births(const Team& team, Passes& passes, Passes::Worker& worker, std::int64_t step,
                   Family& family) {
    if (rules_.divides == 0) return true;
    const bool asked = passes.run(
        team, worker, crowd_.size(),
        [&](std::int64_t begin, std::int64_t end) { crowd_.ask_for_daughters(begin, end, step); });
    const bool decided =
        asked && passes.run(team, worker, crowd_.size(), [&](std::int64_t begin, std::int64_t end) {
          crowd_.template decide_all<kAroundBirth<kAxes>>(begin, end, step);
        });
    return decided && passes.run_alone(team, worker, [&] {
      mothers_.clear();
      crowd_.list_mothers(0, crowd_.size(), mothers_);
      family.divide(mothers_);
      for (const Mother& mother : mothers_) crowd_.divide(mother);
    });
  }

  void sort(Progress& progress) {
    steps_since_sort_ = 0;
    if (!crowd_.pays_to_sort()) return;
    const std::int64_t blocks = (crowd_.rows() + kRowsAtATime - 1) / kRowsAtATime;
    std::vector<std::int64_t> before(static_cast<std::size_t>(blocks) + 1);
    const auto each_row = [&](std::int64_t block, const auto& body) {
      const std::int64_t end = std::min(crowd_.rows(), (block + 1) * kRowsAtATime);
      for (std::int64_t row = block * kRowsAtATime; row < end; ++row) body(row);
    };
    crowd_.begin_sorting();
    parallel_for(blocks, threads_, progress, [&](std::int64_t block) {
      std::int64_t& count = before[static_cast<std::size_t>(block) + 1];
      each_row(block, [&](std::int64_t row) { count += crowd_.count_in_row(row); });
    });
    std::partial_sum(before.begin(), before.end(), before.begin());
    parallel_for(blocks, threads_, progress, [&](std::int64_t block) {
      std::int64_t at = before[static_cast<std::size_t>(block)];
      each_row(block, [&](std::int64_t row) { at = crowd_.sort_row(row, at); });
    });
    crowd_.end_sorting();
    parallel_for(parts(), threads_, progress, [&](std::int64_t part) {
      crowd_.take_cells(part * kAgentsOfThread, end_of(part));
    });
  }

  static constexpr std::int64_t kStepsBetweenSorts = Crowd<kAxes>::kStepsBetweenSorts;

  const Rules<kAxes>& rules_;
  const int threads_;
  Crowd<kAxes> crowd_;
  std::int64_t steps_since_sort_ = kStepsBetweenSorts;
  std::vector<Mother> mothers_;
};

}  // namespace

template <int kAxes>
std::unique_ptr<Engine<kAxes>> whole_engine(const Ground<kAxes>& ground,
                                            const std::vector<Point<kAxes>>& starts, int threads,
                                            Progress& progress) {
  return std::make_unique<WholeEngine<kAxes>>(ground, starts, threads, progress);
}

template std::unique_ptr<Engine<2>> whole_engine(const Ground<2>&, const std::vector<Point<2>>&,
                                                 int, Progress&);
template std::unique_ptr<Engine<3>> whole_engine(const Ground<3>&, const std::vector<Point<3>>&,
                                                 int, Progress&);

}  // namespace bitvox::agents
