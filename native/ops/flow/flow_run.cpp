// SPDX-License-Identifier: BSD-2-Clause
#include "ops/flow/flow_run.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "core/error.hpp"
#include "core/options/number.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/flow/flow_steady.hpp"

namespace bitvox::flow {
namespace {

// Of particles through a steady flow, between looks at who wants to stop.
constexpr std::int64_t kStepsCarried = 2000;

// Too fast: faster than a voxel a step nothing is but what grows without end.
void refuse_unstable(const Totals& totals, std::int64_t step) {
  const double mach = totals.speed * kMachPerSpeed;
  if (totals.finite && mach <= kMostMach) return;
  const std::string by = " by step " + std::to_string(step);
  if (totals.finite && totals.speed <= 1) {
    throw InvalidInput("the flow reached a Mach number of " + short_number(mach, 4) + by +
                       "; it must stay below 0.3: for the same real flow at half the speed use "
                       "half the viscosity, half the wall, a quarter of the force, and twice the "
                       "steps");
  }
  throw InvalidInput("the flow became unstable" + by +
                     ": use a finer image, or a larger viscosity, or a smaller force or wall");
}

// Where the mean velocity is looked at, to compare it with that at the end.
std::int64_t last_tenth(const Options& options) {
  return options.steps - std::max<std::int64_t>(1, options.steps / 10);
}

class Run {
 public:
  Run(const Job& job, const MakeCells& make_cells, Progress& starting, Progress& flowing)
      : job_(job),
        options_(job.options),
        progress_(flowing),
        bodies_(job.bodies),
        frames_(job.pictures.has_frames() ? options_.frames : 0),
        steady_(options_) {
    StandingProgress making(starting);
    if (job.pictures.has_particles()) {
      particles_.emplace(job.grid, options_.particles, making);
    }
    cells_ = make_cells(bodies_, making);
    steady_.look(0, ran_.totals, *cells_, making);
  }

  Ran all(Progress& writing) {
    while (step_ < options_.steps && !steady_.reached()) flow();
    while (step_ < options_.steps) carry();
    if (steady_.reached()) ran_.before = steady_.velocity();
    ran_.steady_step = steady_.step();
    ran_.steady_change = steady_.change();
    ran_.overlaps = bodies_.overlaps();
    ran_.seconds = job_.clock.seconds();
    job_.pictures.write_velocity(*cells_, writing);
    return ran_;
  }

 private:
  // To where the next thing is due.
  void flow() {
    std::int64_t next = std::min(next_frame(), (step_ / kStepsBetween + 1) * kStepsBetween);
    if (step_ < last_tenth(options_)) next = std::min(next, last_tenth(options_));
    PhaseProgress steps(progress_, step_, next, options_.steps);
    cells_->run(next - step_, particles(), steps);
    step_ = next;
    StandingProgress standing(progress_);
    standing.move_to(step_, options_.steps);
    if (is_looked_at()) look(standing);
    add_frame();
  }

  // At the same steps whatever is to be seen of the flow, so that the table does not depend on it.
  bool is_looked_at() const {
    return step_ % kStepsBetween == 0 || step_ == last_tenth(options_) || step_ == options_.steps;
  }

  void look(Progress& standing) {
    ran_.totals = cells_->totals(standing);
    refuse_unstable(ran_.totals, step_);
    if (ran_.totals.speed > ran_.fastest) {
      ran_.fastest = ran_.totals.speed;
      ran_.fastest_step = step_;
    }
    if (step_ == last_tenth(options_)) ran_.before = ran_.totals.velocity;
    if (step_ % kStepsBetween == 0) steady_.look(step_, ran_.totals, *cells_, standing);
    progress_.say("step " + std::to_string(step_) + ", largest speed " +
                  short_number(ran_.totals.speed, 3) + " voxels a step");
  }

  // Of a steady flow all pictures are the same, but particles go on.
  void carry() {
    std::int64_t next = next_frame();
    if (particles_) next = std::min(next, step_ + kStepsCarried);
    PhaseProgress steps(progress_, step_, next, options_.steps);
    steps.report(0, 1);
    if (particles_) cells_->carry(next - step_, *particles_, steps);
    step_ = next;
    add_frame();
  }

  std::int64_t next_frame() const {
    return frames_ > 0 ? options_.steps * (frame_ + 1) / frames_ : options_.steps;
  }

  void add_frame() {
    if (frames_ == 0 || step_ != next_frame()) return;
    job_.pictures.add_frame(frame_++, *cells_, bodies_, particles());
  }

  Particles* particles() { return particles_ ? &*particles_ : nullptr; }

  const Job& job_;
  const Options& options_;
  Progress& progress_;
  Bodies bodies_;
  std::optional<Particles> particles_;
  std::unique_ptr<Cells> cells_;
  const std::int64_t frames_;
  Steady steady_;
  Ran ran_;
  std::int64_t step_ = 0;
  std::int64_t frame_ = 0;
};

}  // namespace

Ran run(const Job& job, const MakeCells& make_cells, Progress& progress) {
  auto [starting, flowing, writing] = progress_parts(progress, 1, 96, 2);
  return Run(job, make_cells, starting, flowing).all(writing);
}

}  // namespace bitvox::flow
