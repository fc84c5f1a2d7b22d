// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <atomic>
#include <cstddef>

#include "core/threads/barrier.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/colour_classes/colour_fit.hpp"

namespace bitvox::colour_classes {
namespace {

// Fits that go on step by step together, so that the columns of all of them are shared out among
// the threads, however few fits there are and however their sizes differ.
class FitsOnCpu {
 public:
  FitsOnCpu(const std::vector<FitTask>& tasks, const FitRules& rules, Fits& fits) : rules_(rules) {
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      if (fits[i]) going_.push_back({tasks[i].points, &*fits[i], {}});
    }
    drop_ended();
  }

  bool have_ended() const { return going_.empty(); }
  std::int64_t columns() const { return std::ssize(going_) * kSumColumns; }

  // By all threads: the sums of this step.
  void add_columns() {
    for (std::int64_t i = next_++; i < columns(); i = next_++) {
      Going& fit = going_[static_cast<std::size_t>(i / kSumColumns)];
      fit.points->add_column(fit.em->prepared, static_cast<int>(i % kSumColumns), fit.columns);
    }
  }

  // By one, when all columns are there.
  void advance_all() {
    for (Going& fit : going_) {
      const MixtureSums& sums = ClassPoints::sum_of(fit.em->trial.gaussians, fit.columns);
      advance(rules_.of(*fit.points), sums, *fit.em, OneThread());
    }
    drop_ended();
    next_ = 0;
  }

 private:
  struct Going {
    const ClassPoints* points;
    Em* em;
    ClassPoints::Columns columns;
  };

  void drop_ended() {
    std::erase_if(going_, [](const Going& fit) { return fit.em->ended; });
  }

  FitRules rules_;
  std::vector<Going> going_;
  std::atomic<std::int64_t> next_{0};
};

}  // namespace

void go_on_cpu(const std::vector<FitTask>& tasks, const FitRules& rules, int threads,
               Progress& progress, Fits& fits) {
  FitsOnCpu all(tasks, rules, fits);
  const auto workers = static_cast<int>(std::clamp<std::int64_t>(all.columns(), 1, threads));
  Barrier barrier(workers);
  run_team(workers, rules.iterations + 1, progress, [&](Team& team, int worker) {
    while (!all.have_ended()) {
      all.add_columns();
      if (!barrier.wait(team)) return;
      if (worker == 0) {
        all.advance_all();
        team.add_done(1);
      }
      if (!barrier.wait(team)) return;
    }
  });
}

Fits fit_cpu(const std::vector<FitTask>& tasks, const FitRules& rules, int threads,
             Progress& progress) {
  auto [starting, stepping] = progress_parts(progress, 1, 9);
  Fits fits(tasks.size());
  parallel_for(std::ssize(tasks), threads, starting, [&](std::int64_t i) {
    const auto at = static_cast<std::size_t>(i);
    const ClassPoints& points = *tasks[at].points;
    const std::optional<Mixture> first = first_mixture(points, tasks[at].gaussians, rules);
    if (first) fits[at] = begin_em(*first, points.space());
  });
  go_on_cpu(tasks, rules, threads, stepping, fits);
  return fits;
}

}  // namespace bitvox::colour_classes
