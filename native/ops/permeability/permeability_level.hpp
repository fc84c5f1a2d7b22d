// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "ops/permeability/permeability_flow.hpp"
#include "ops/permeability/permeability_solve.hpp"

namespace bitvox::permeability {

inline double viscosity_of(double tau) { return (tau - 0.5) / 3; }

// The numbers of a collision; the force is along the axis. Linear flow has no scale, and any force
// will do.
Rates rates_for(double tau, int axis, double force = 1);

// When to stop. k must have stayed within `change` over `least_window` steps, and over the last of
// `window_part` parts of all steps: what decays in times of every length still does if it does so
// in this part.
struct Limits {
  double spread;
  double change;
  std::int64_t least_window;
  std::int64_t window_part;
  std::int64_t most_steps;
};

struct Reached {
  std::int64_t steps = 0;
  double k = 0;
  double factor = 1;  // of the flow's own k, before it was corrected
  double spread = 0;
  double change = 0;
  std::int64_t window = 0;
  bool steady = false;
};

constexpr std::int64_t kStepsBetween = 20;  // looks at the flux

// One volume, fine or coarse, and the flow through it.
class Level {
 public:
  Level(Grid grid, double tau, double force, const Job& job, Progress& progress)
      : grid_(std::move(grid)),
        tau_(tau),
        force_(force),
        rates_(rates_for(tau, grid_.axis, force)),
        flow_(job.make_flow(grid_, progress)) {}

  const Grid& grid() const { return grid_; }
  LatticeFlow& flow() { return *flow_; }
  const Rates& rates() const { return rates_; }
  double tau() const { return tau_; }
  double viscosity() const { return viscosity_of(tau_); }
  double porosity() const {
    return static_cast<double>(grid_.cells()) / static_cast<double>(grid_.shape().voxel_count());
  }

  // Velocities times this are in voxel^2, and their mean is k.
  double scale_of_velocity() const { return reached_.factor * viscosity() / force_; }

  // Goes on with what a level of half the resolution has reached.
  void start_from(Level& coarse, Progress& progress) {
    const double factor = 4 * coarse.reached_.factor * coarse.viscosity() / viscosity();
    flow_->start_from(*coarse.flow_, static_cast<float>(factor), rates_, progress);
  }

  // Goes on for two steps: the mean velocity along an axis over all voxels, and the spread of the
  // flux over the planes across it: root mean square of the deviations over the mean.
  //
  // The lattice can hold velocities that change their sign from plane to plane and from step to
  // step (G. Zanetti, "Hydrodynamics of lattice-gas automata", Physical Review A 40 (1989)
  // 1539-1548). They never fade, and have no part in the mean of two steps.
  //
  // `corrected`, for the axis of the force alone, is what the mean velocity tends to, with an error
  // that is the square of the flow's. A step is h' = C S h + b: streaming S, linear collision C,
  // force b = 3 F w c. With the product <f, g> = sum of f_i g_i / w_i and the reversal R (R b = -b)
  // C is symmetric, C R = R C, and S R S = R. So the flow itself, reversed, tells how much the mean
  // velocity <b, S h> / 3 F will still gain from what a step changes: <R S h, h - h'> / 3 F, but
  // for a product of two errors, that of the reversed flow and that of h. Here h is taken from both
  // steps in turn, h_1 and h_2, reversed from the second, which cancels what changes its sign with
  // each: <R S h_2, h_1 - h_3> / 6 F. And as <R S h_2, h_1> = <R S h_1, h_2>, that is how much the
  // product <R S h, h'> decreases from the first step to the second.
  struct Flux {
    double mean = 0;
    double corrected = 0;
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
  Sums fine_sums(int axis, Progress& progress);

  Grid grid_;
  double tau_;
  double force_;  // the same at all levels
  Rates rates_;
  std::unique_ptr<LatticeFlow> flow_;
  Scales scales_;
  Reached reached_;
  std::vector<double> history_;  // of k, every kStepsBetween steps
};

// Hands out the velocities times viscosity over force, slice by slice.
void write_velocities(Level& level, VelocityImage image, SliceSink& out, Progress& progress);

}  // namespace bitvox::permeability
