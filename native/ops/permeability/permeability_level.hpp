// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "ops/permeability/permeability_flow.hpp"
#include "ops/permeability/permeability_solve.hpp"

namespace bitvox::permeability {

constexpr double kForce = 1;  // linear flow has no scale

inline double viscosity_of(double tau) { return (tau - 0.5) / 3; }

// The numbers of a collision; the force is along the axis.
Rates rates_for(double tau, int axis);

// When to stop. k must have stayed within `change` over `least_window` steps, and over so many
// times as momentum takes to cross the pores.
struct Limits {
  double spread;
  double change;
  std::int64_t least_window;
  double momentum_times;
  std::int64_t most_steps;
};

struct Reached {
  std::int64_t steps = 0;
  double k = 0;
  double spread = 0;
  double change = 0;
  std::int64_t window = 0;
  bool steady = false;
};

constexpr std::int64_t kStepsBetween = 20;  // looks at the flux

// One volume, fine or coarse, and the flow through it.
class Level {
 public:
  Level(Grid grid, double tau, const Job& job, Progress& progress)
      : grid_(std::move(grid)),
        tau_(tau),
        rates_(rates_for(tau, grid_.axis)),
        flow_(job.make_flow(grid_, progress)) {}

  const Grid& grid() const { return grid_; }
  LatticeFlow& flow() { return *flow_; }
  const Rates& rates() const { return rates_; }
  double tau() const { return tau_; }
  double viscosity() const { return viscosity_of(tau_); }
  double porosity() const {
    return static_cast<double>(grid_.cells()) / static_cast<double>(grid_.shape().voxel_count());
  }

  // Goes on with what a level of half the resolution has reached.
  void start_from(Level& coarse, Progress& progress) {
    const double factor = 4 * coarse.viscosity() / viscosity();
    flow_->start_from(*coarse.flow_, static_cast<float>(factor), rates_, progress);
  }

  // Goes on for two steps: the mean velocity along an axis over all voxels, and the spread of the
  // flux over the planes across it: root mean square of the deviations over the mean.
  //
  // The lattice can hold velocities that change their sign from plane to plane and from step to
  // step (G. Zanetti, "Hydrodynamics of lattice-gas automata", Physical Review A 40 (1989)
  // 1539-1548). They never fade, and have no part in the mean of two steps.
  struct Flux {
    double mean = 0;
    double spread = std::numeric_limits<double>::infinity();
  };
  Flux two_steps(int axis, Progress& progress);

  // Goes on from where it was left. Says how far it is, with k in voxels of the image: this level's
  // are so many times larger.
  Reached run_until_steady(const Limits& limits, double voxel, Progress& progress);

  // The grid, of a level that is not needed any more.
  Grid release() {
    flow_.reset();
    return std::move(grid_);
  }

 private:
  PlaneSums fine_sums(int axis, Progress& progress);

  Grid grid_;
  double tau_;
  Rates rates_;
  std::unique_ptr<LatticeFlow> flow_;
  double scale_ = 0;  // of the sums
  Reached reached_;
  std::vector<double> history_;  // of k, every kStepsBetween steps
};

// Hands out the velocities times viscosity over force, slice by slice.
void write_velocities(Level& level, VelocityImage image, SliceSink& out, Progress& progress);

}  // namespace bitvox::permeability
