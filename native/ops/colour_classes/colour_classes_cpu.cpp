// SPDX-License-Identifier: BSD-2-Clause
#include "core/threads/parallel.hpp"
#include "ops/colour_classes/colour_fit.hpp"

namespace bitvox::colour_classes {

Fits fit_cpu(const std::vector<FitTask>& tasks, const FitRules& rules, int threads,
             Progress& progress) {
  Fits fits(tasks.size());
  parallel_for(
      std::ssize(tasks), threads, progress, [] { return 0; },
      [&](int, std::int64_t i, const Team& team) {
        const auto at = static_cast<std::size_t>(i);
        fits[at] =
            fit(*tasks[at].points, tasks[at].gaussians, rules, [&] { return team.stopped(); });
      });
  return fits;
}

}  // namespace bitvox::colour_classes
