// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

#include "diffusion/conjugate_gradients.hpp"
#include "diffusion/link_levels.hpp"
#include "diffusion/weighted_grid.hpp"
#include "linear_systems/how_far.hpp"

namespace bitvox::weighted_grid {
namespace {

constexpr std::int64_t kFewestChanges = 4;
constexpr double kNothing = 1e-3;
constexpr double kShifts = 16;

// By how much x will yet be changed, from the changes so far. Where they are next to nothing their
// ratio is that of rounding errors.
double still_to_come(const std::vector<double>& changes, double nothing) {
  const auto done = static_cast<std::int64_t>(changes.size());
  const std::int64_t last = std::max(kFewestChanges, done / 8);
  if (done < 2 * last) return std::numeric_limits<double>::infinity();
  const double sum = std::accumulate(changes.end() - last, changes.end(), 0.0);
  const double before = std::accumulate(changes.end() - 2 * last, changes.end() - last, 0.0);
  if (sum <= nothing) return sum;
  return sum < before ? sum * std::max(1.0, sum / (before - sum))
                      : std::numeric_limits<double>::infinity();
}

// The iterations of one right-hand side: what goes into its steps, and what comes of them.
class Side : public ConjugateGradients {
 public:
  Side(double accuracy, std::int64_t most_iterations, std::int64_t most_blind)
      : accuracy_(accuracy),
        most_iterations_(most_iterations),
        most_blind_(most_blind),
        how_far_(accuracy) {}

  const Solution& found() const { return found_; }
  bool goes_on() const { return !ended_; }
  bool goes_blindly() const { return goes_on() && !along_links_; }
  bool goes_along_links() const { return goes_on() && along_links_; }
  bool takes_back_blindly() { return goes_blindly() && takes_back(); }
  bool takes_back_along_links() { return goes_along_links() && takes_back(); }
  std::int64_t done() const { return ended_ ? 1000 : how_far_.done(); }
  double nothing() const { return 0; }

  void start(double largest) { ended_ = largest == 0; }  // nothing is joined to where u is not 0

  void move(double change) {
    changes_.push_back(change);
    ++found_.iterations;
  }

  // Whether what may yet shift decides.
  bool may_end() {
    found_.error = moves() ? still_to_come(changes_, kNothing * accuracy_) : 0;
    ends_ = !moves() || found_.iterations >= most_iterations_;
    return ends_ || found_.error <= accuracy_;
  }
  void shift(double largest) { found_.error += kShifts * largest; }

  bool is_slow() const { return goes_blindly() && found_.iterations >= most_blind_; }
  void go_along_links() {
    along_links_ = true;
    begin_anew(kLinkCorrection);
    changes_.clear();
  }

  void end_iteration() {
    found_.converged = found_.error <= accuracy_;
    ended_ = ends_ || found_.converged;
    how_far_.add(found_.error);
  }

 private:
  double accuracy_;
  std::int64_t most_iterations_;
  std::int64_t most_blind_;
  HowFar how_far_;
  Solution found_;
  std::vector<double> changes_;
  bool ends_ = false, ended_ = false;  // this is its last iteration, it was
  bool along_links_ = false;
};

class Sides {
 public:
  Sides(Equations& equations, int count, const Side& side)
      : equations_(equations), sides_(static_cast<std::size_t>(count), side) {}

  // Of those that go on and of which `takes_part` is true.
  template <class Step, class TakesPart, class Factor, class Result>
  void take(Step step, TakesPart takes_part, Factor factor, Result result) {
    Parts parts;
    for (std::size_t i = 0; i < sides_.size(); ++i) {
      Side& side = sides_[i];
      if (!side.goes_on() || !std::invoke(takes_part, side)) continue;
      parts.push_back({static_cast<int>(i), static_cast<double>(std::invoke(factor, side))});
    }
    if (parts.empty()) return;
    const std::vector<double> results = std::invoke(step, equations_, parts);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      std::invoke(result, sides_[static_cast<std::size_t>(parts[i].side)], results[i]);
    }
  }

  void end_iteration() {
    for (Side& side : sides_) {
      if (side.goes_on()) side.end_iteration();
    }
  }
  void turn_slow_ones() {
    if (!may_turn_) return;
    for (Side& side : sides_) {
      if (!side.is_slow()) continue;
      may_turn_ = equations_.set_up_along_links();
      if (!may_turn_) return;
      side.go_along_links();
    }
  }
  bool any_goes_on() const {
    return std::any_of(sides_.begin(), sides_.end(), std::mem_fn(&Side::goes_on));
  }

  void report(Progress& progress) const {
    std::int64_t done = 0;
    for (const Side& side : sides_) done += side.done();
    progress.report(done, 1000 * static_cast<std::int64_t>(sides_.size()));
  }
  std::vector<Solution> found() const {
    std::vector<Solution> all;
    for (const Side& side : sides_) all.push_back(side.found());
    return all;
  }

 private:
  Equations& equations_;
  std::vector<Side> sides_;
  bool may_turn_ = true;
};

}  // namespace

std::vector<Solution> solve(Equations& equations, int sides, double accuracy, Progress& progress,
                            std::int64_t most_iterations) {
  const std::int64_t most_blind =
      equations.largest_resistance() < kWeaklyHeld ? kBlindIterations : kBlindIterationsWeaklyHeld;
  Sides all(equations, sides, Side(accuracy, most_iterations, most_blind));
  all.report(progress);
  all.take(&Equations::start, &Side::goes_on, &Side::nothing, &Side::start);
  while (all.any_goes_on()) {
    all.turn_slow_ones();
    all.take(&Equations::precondition, &Side::goes_blindly, &Side::correction, &Side::precondition);
    all.take(&Equations::precondition, &Side::takes_back_blindly, &Side::correction,
             &Side::precondition);
    all.take(&Equations::precondition_along_links, &Side::goes_along_links, &Side::correction,
             &Side::precondition);
    all.take(&Equations::precondition_along_links, &Side::takes_back_along_links, &Side::correction,
             &Side::precondition);
    all.take(&Equations::advance, &Side::advances, &Side::beta, &Side::advance);
    all.take(&Equations::move, &Side::moves, &Side::alpha, &Side::move);
    all.take(&Equations::largest_shift, &Side::may_end, &Side::nothing, &Side::shift);
    all.end_iteration();
    all.report(progress);
  }
  return all.found();
}

}  // namespace bitvox::weighted_grid
