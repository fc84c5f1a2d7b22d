// SPDX-License-Identifier: BSD-2-Clause
#include "ops/register_mi/register_mi_search.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "core/memory/memory.hpp"
#include "ops/register_mi/register_mi_candidates.hpp"
#include "ops/register_mi/register_mi_climb.hpp"
#include "ops/register_mi/register_mi_comparison.hpp"
#include "ops/register_mi/register_mi_doubt.hpp"
#include "ops/register_mi/register_mi_flat.hpp"
#include "ops/register_mi/register_mi_ridge.hpp"

namespace bitvox::register_mi {
namespace {

// Starts that are refined at the coarsest level: more where the points are few, and each costs
// little. Half of them go on to the next level, and half of these to each next.
constexpr std::int64_t kFewestStarts = 8;
constexpr std::int64_t kMostStarts = 32;
constexpr std::int64_t kPointsOfStarts = std::int64_t{1} << 17;
constexpr std::size_t kFewestKept = 6;        // but so many to full size
constexpr std::int64_t kBatch = 1024;         // motions measured at a time
constexpr std::int64_t kMostSkipped = 65536;  // motions looked at before progress is reported

// Points of a level: fewer where many motions are compared.
constexpr std::int64_t kPointsOfFirst = std::int64_t{1} << 14;
constexpr std::int64_t kPointsBetween = std::int64_t{1} << 16;
constexpr std::int64_t kPointsOfLast = kMostPoints;

// Where turns about any axis are tried: how many motions at most, and how many points of each.
constexpr std::int64_t kStartsOfAny = 16;
constexpr std::int64_t kMostOfAny = std::int64_t{1} << 14;
constexpr std::int64_t kPointsOfTurns = std::int64_t{1} << 12;

// Arcs at the side between the angles that are tried, and by how much steps grow where there are
// too many.
constexpr double kArcAboutZ = 2;
constexpr double kArcAboutAny = 3;
constexpr double kCoarser = 1.0625;

// Steps in voxels of a level. The last ones go over what a quadric does not show: the sharp top
// that images without noise have.
constexpr StepRange kSteps{1, 0.5};
constexpr double kLastStep = 1.0 / 32;
constexpr StepRange kStepsOverATop{4 * kLastStep, kLastStep};
constexpr double kSamePlace = 0.5;

class Search {
 public:
  Search(Matcher& matcher, const Geometry& geometry, const std::vector<LevelFactors>& levels,
         const SearchLimits& limits, const Options& options, Noise noise, Progress& progress)
      : comparison_(matcher, geometry, levels, options.bins, noise, progress),
        coarsest_(levels.size() - 1),
        limits_(limits),
        any_axis_(options.axes == Axes::kXyz),
        start_(options.start),
        noise_(noise),
        moving_(comparison_.standing()) {}

  FoundMotion run() {
    begin_where_there_is_enough();
    std::vector<Candidate> candidates;
    if (start_) {
      candidates.push_back({within(limits_, *start_)});
    } else {
      candidates = try_all();
    }
    for (std::size_t level = coarsest_ + 1; level-- > 0;) {
      comparison_.begin(level, points_between(level));
      if (!comparison_.has_enough_points()) Comparison::fail_for_a_thin_mask();
      candidates.push_back({});  // no motion
      if (start_) candidates.push_back({within(limits_, *start_)});
      measure_again(candidates);
      climb(comparison_, limits_, kSteps, candidates);
      keep_apart(comparison_.steps(kSamePlace), candidates);
      const std::size_t half = std::min<std::size_t>(candidates.size(), kFewestStarts) / 2;
      candidates.resize(std::min(candidates.size(), std::max(half, kFewestKept)));
      report_step();
    }
    comparison_.begin(0, points_at_the_end());
    measure_again(candidates);
    const double unmoved = comparison_.look_up({RigidMotion{}})[0];
    put_the_best_first(candidates);
    const std::vector<Candidate> others(candidates.begin() + 1, candidates.end());
    candidates.resize(1);
    finish(candidates);
    if (unmoved > candidates[0].information) {  // all others have been led astray
      candidates = {{RigidMotion{}, unmoved}};
      climb(comparison_, limits_, kSteps, candidates);
      finish(candidates);
    }
    if (candidates[0].information == kRejected) comparison_.fail();
    FoundMotion found;
    found.note = stay_where_nothing_holds(comparison_, limits_, kLastStep, candidates[0]);
    found.motion = candidates[0].motion;
    found.before = comparison_.bits(RigidMotion{});
    found.after = comparison_.bits(found.motion);
    found.last_steps = comparison_.steps(kLastStep);
    found.bins = comparison_.points().own.bins;
    comparison_.begin(0, kPointsBetween);
    add_sentence(found.note, doubts_about(comparison_, limits_, found.motion, others));
    return found;
  }

 private:
  // At the coarsest level, or the next ones if a mask is too thin there.
  void begin_where_there_is_enough() {
    for (;; --coarsest_) {
      comparison_.begin(coarsest_, any_axis_ ? kPointsOfTurns : kPointsOfFirst);
      if (comparison_.has_enough_points()) return;
      if (coarsest_ == 0) Comparison::fail_for_a_thin_mask();
    }
  }

  // Candidates are told apart at a quarter of the points at which the last one is refined.
  std::int64_t points_between(std::size_t level) const {
    const bool is_coarsest = level > 0 && level == coarsest_;
    return is_coarsest ? kPointsOfFirst : std::clamp(voxels() / 4, kPointsOfFirst, kPointsBetween);
  }

  std::int64_t points_at_the_end() const {
    return std::clamp(voxels(), kPointsBetween, kPointsOfLast);
  }

  // Of the volume in which the points lie, as far as they count.
  std::int64_t voxels() const {
    const Geometry& geometry = comparison_.geometry();
    const Role role = comparison_.points().role;
    return static_cast<std::int64_t>(static_cast<double>(geometry.shape(role).voxel_count()) *
                                     geometry.share(role));
  }

  // Those that are rejected at these points go.
  void measure_again(std::vector<Candidate>& candidates) {
    comparison_.measure_again(candidates);
    std::erase_if(candidates, [](const Candidate& c) { return c.information == kRejected; });
    if (candidates.empty()) comparison_.fail();
  }

  // Even normalised, information grows as the overlap shrinks to what happens to fit: the one of
  // which most is shared.
  void put_the_best_first(std::vector<Candidate>& candidates) {
    std::vector<RigidMotion> motions;
    motions.reserve(candidates.size());
    for (const Candidate& candidate : candidates) motions.push_back(candidate.motion);
    const std::vector<Comparison::Fit> fits = comparison_.fits(motions);
    const auto shared = [&](std::size_t i) { return fits[i].information * fits[i].share; };
    std::size_t best = 0;
    for (std::size_t i = 1; i < candidates.size(); ++i) {
      if (shared(i) > shared(best)) best = i;
    }
    std::swap(candidates[0], candidates[best]);
  }

  // To the top, in whole last steps.
  void finish(std::vector<Candidate>& candidates) {
    climb_ridges(comparison_, limits_, candidates[0]);
    const RigidMotion unit = comparison_.steps(kLastStep);
    for (Candidate& candidate : candidates) {
      for (double RigidMotion::*const part : kMotionParts) {
        double& at = candidate.motion.*part;
        const double whole = std::round(at / (unit.*part)) * (unit.*part);
        if (whole >= limits_.low.*part && whole <= limits_.high.*part) at = whole + 0.0;
      }
    }
    comparison_.measure_again(candidates);
    const StepRange last{kLastStep, kLastStep};
    walk(comparison_, limits_, noise_ == Noise::kSmoothed ? last : kStepsOverATop, candidates);
    report_step();
  }

  // The steps in which all motions are tried. Of turns about any axis there would be far too many:
  // angles lie in the middle of equal parts of what is allowed, an odd number of them, and all
  // steps grow until the motions are few enough.
  RigidMotion steps_of_all() const {
    RigidMotion step = comparison_.steps(1);
    step.angle = comparison_.steps(kArcAboutZ).angle;
    if (!any_axis_) return step;
    for (double scale = 1;; scale *= kCoarser) {
      step = comparison_.steps(scale);
      const RigidMotion arc = comparison_.steps(scale * kArcAboutAny);
      const auto part = [&](double RigidMotion::*angle) {
        const double all = 2 * limits_.high.*angle;
        const double parts = 2 * std::floor(std::ceil(all / (arc.*angle)) / 2) + 1;
        step.*angle = all / parts;
      };
      part(&RigidMotion::angle);
      part(&RigidMotion::angle_x);
      part(&RigidMotion::angle_y);
      if (MotionGrid(limits_, step).count() <= kMostOfAny) return step;
    }
  }

  // Of the motions first .. end - 1 of a grid those by which enough points can meet.
  struct Batch {
    std::int64_t first = 0;
    std::int64_t end = 0;
    std::vector<RigidMotion> motions;
    std::vector<PointMap> maps;
    std::vector<std::size_t> places;  // in the grid
  };
  Batch batch_from(const MotionGrid& grid, std::int64_t first) const {
    Batch batch{first, first, {}, {}, {}};
    const std::int64_t end = std::min(grid.count(), first + kMostSkipped);
    for (; batch.end < end && std::ssize(batch.motions) < kBatch; ++batch.end) {
      const RigidMotion motion = grid[batch.end];
      if (can_overlap(comparison_.geometry(), motion, comparison_.points(), comparison_.factors(),
                      comparison_.point_count())) {
        batch.motions.push_back(motion);
        batch.maps.push_back(comparison_.map(motion));
        batch.places.push_back(static_cast<std::size_t>(batch.end));
      }
    }
    return batch;
  }

  // Every motion of whole voxels of the level that lets enough points meet; the best, none of them
  // next to another.
  std::vector<Candidate> try_all() {
    const MotionGrid grid(limits_, steps_of_all());
    require_memory({"the search for the best motion", "Choose a smaller max_shift or max_angle."},
                   host_memory(), grid.bytes());
    std::vector<double> information;  // grows with the search: touching so much memory takes long
    information.reserve(static_cast<std::size_t>(grid.count()));
    PhaseProgress part(moving_, 0, kTried, kRefined);
    const bool few = grid.count() <= kBatch;  // enough to remember them all
    for (Batch batch = batch_from(grid, 0); batch.first < grid.count();) {
      information.resize(static_cast<std::size_t>(batch.end), kRejected);
      part.report(batch.end, grid.count());
      Batch next;
      const auto gather = [&] { next = batch_from(grid, batch.end); };
      const std::vector<double> some =
          few ? comparison_.look_up(batch.motions) : comparison_.measure(batch.maps, gather);
      if (few) gather();
      for (std::size_t k = 0; k < some.size(); ++k) information[batch.places[k]] = some[k];
      batch = std::move(next);
    }
    const auto starts = any_axis_ ? kStartsOfAny
                                  : std::clamp(kPointsOfStarts / comparison_.expected_points(),
                                               kFewestStarts, kMostStarts);
    std::vector<Candidate> best =
        best_apart(information, grid, starts, [&] { comparison_.standing().report(0, 1); });
    if (best.empty()) comparison_.fail();
    return best;
  }

  void report_step() {
    done_ += (kRefined - done_) / kPartOfTheRest;
    moving_.report(done_, kRefined);
  }

  // Of the progress: all motions at the coarsest level, then steps, whose number is not known
  // before, so each takes an equal part of what is left.
  static constexpr std::int64_t kTried = 500;
  static constexpr std::int64_t kRefined = 1000;
  static constexpr std::int64_t kPartOfTheRest = 4;

  Comparison comparison_;
  std::size_t coarsest_;
  const SearchLimits& limits_;
  bool any_axis_;  // turns, and not about z alone
  std::optional<RigidMotion> start_;
  Noise noise_;
  MovingProgress moving_;
  std::int64_t done_ = kTried;
};

}  // namespace

FoundMotion find_motion(Matcher& matcher, const Geometry& geometry,
                        const std::vector<LevelFactors>& levels, const SearchLimits& limits,
                        const Options& options, Noise noise, Progress& progress) {
  return Search(matcher, geometry, levels, limits, options, noise, progress).run();
}

}  // namespace bitvox::register_mi
