// SPDX-License-Identifier: BSD-2-Clause
#include "ops/register_mi/register_mi_search.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>
#include <numeric>
#include <string>

#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "ops/register_mi/register_mi_candidates.hpp"
#include "ops/register_mi/register_mi_information.hpp"
#include "ops/register_mi/register_mi_measured.hpp"

namespace bitvox::register_mi {
namespace {

// Starts that are refined at the coarsest level: more where the points are few, and each costs
// little. Half of kFewestStarts go on to the next level, and half of them to each next.
constexpr std::int64_t kFewestStarts = 8;
constexpr std::int64_t kMostStarts = 32;
constexpr std::int64_t kPointsOfStarts = std::int64_t{1} << 17;
constexpr std::int64_t kBatch = 1024;         // motions measured at a time
constexpr std::int64_t kMostSkipped = 65536;  // motions looked at before progress is reported

// Points of a level: fewer where many motions are compared.
constexpr std::int64_t kPointsOfFirst = std::int64_t{1} << 14;
constexpr std::int64_t kPointsBetween = std::int64_t{1} << 16;
constexpr std::int64_t kPointsOfLast = kMostPoints;

// Where turns about any axis are tried: how many motions at most, and how many points of each.
constexpr std::int64_t kStartsOfAny = 16;
constexpr std::int64_t kMostOfAny = std::int64_t{1} << 15;
constexpr std::int64_t kPointsOfTurns = std::int64_t{1} << 12;

// Arcs at the side between the angles that are tried, and by how much steps grow where there are
// too many.
constexpr double kArcAboutZ = 2;
constexpr double kArcAboutAny = 3;
constexpr double kCoarser = 1.0625;

// Steps in voxels of a level.
constexpr double kLargestStep = 1;
constexpr double kSmallestStep = 0.25;  // half a voxel of the next level
constexpr double kLastStep = 1.0 / 32;  // at full size
constexpr double kSettledStep = 4 * kLastStep;

class Search {
 public:
  Search(Matcher& matcher, const Geometry& geometry, const std::vector<LevelFactors>& levels,
         const SearchLimits& limits, const Options& options, Progress& progress)
      : matcher_(matcher),
        geometry_(geometry),
        levels_(levels),
        limits_(limits),
        bins_(options.bins),
        any_axis_(options.axes == Axes::kXyz),
        standing_(progress),
        moving_(standing_) {
    const Shape& moving = geometry.shape(Role::kMoving);
    const Shape& fixed = geometry.shape(Role::kFixed);
    points_.role = moving.voxel_count() < fixed.voxel_count() ? Role::kMoving : Role::kFixed;
    moving_scale_ = scale_of(Role::kMoving);
    fixed_scale_ = scale_of(Role::kFixed);
  }

  FoundMotion run() {
    const std::size_t coarsest = levels_.size() - 1;
    begin_level(coarsest, any_axis_ ? kPointsOfTurns : kPointsOfFirst);
    std::vector<Candidate> candidates = try_all();
    for (std::size_t level = levels_.size(); level-- > 0;) {
      if (level == 0 && any_axis_) settle(candidates);
      if (level == 0 || level < coarsest || any_axis_) {
        begin_level(level, points_of(level));
        measure_again(candidates);
      }
      refine(candidates, first_step(level, coarsest), level == 0 ? kLastStep : kSmallestStep);
      const std::size_t most = level == coarsest ? kFewestStarts : candidates.size();
      candidates.resize(std::max<std::size_t>(1, std::min(candidates.size(), most) / 2));
    }
    double before = look_up({RigidMotion{}})[0];
    if (before > candidates[0].information) {  // the coarser levels have led astray
      candidates = {{RigidMotion{}, before}};
      refine(candidates, kLargestStep, kLastStep);
    }
    if (candidates[0].information == kRejected) fail();
    if (before == kRejected) before = std::numeric_limits<double>::quiet_NaN();
    return {candidates[0].motion, before, candidates[0].information, steps(kLastStep),
            points_.own.bins};
  }

 private:
  // Of turns and shifts together the best place lies on a long ridge: the way along it goes at full
  // size, but at fewer points.
  void settle(std::vector<Candidate>& candidates) {
    begin_level(0, kPointsBetween);
    measure_again(candidates);
    refine(candidates, kLargestStep, kLastStep);
    candidates.resize(1);
  }

  double first_step(std::size_t level, std::size_t coarsest) const {
    if (any_axis_) {
      return level == 0 ? kSettledStep : kLargestStep;
    }
    return level == coarsest ? kLargestStep / 2 : kLargestStep;
  }

  std::int64_t points_of(std::size_t level) const {
    if (level > 0) {
      return level == levels_.size() - 1 ? kPointsOfFirst : kPointsBetween;
    }
    const std::int64_t voxels = geometry_.shape(points_.role).voxel_count();
    return std::clamp(voxels, kPointsBetween, kPointsOfLast);
  }

  [[noreturn]] void fail() const {
    std::string sentence =
        "no motion within the limits of the search lets a quarter of the smaller image lie on the "
        "other one";
    if (missing_[0] > 0 || missing_[1] > 0) {
      sentence += " where both have values: " + std::to_string(missing_[0]) +
                  " % of the input and " + std::to_string(missing_[1]) +
                  " % of the second image lie at values that are not finite";
    }
    throw InvalidInput(sentence);
  }

  BinScale scale_of(Role role) {
    const PointGrid grid = point_grid(geometry_.shape(role), kPointsOfFirst);
    const std::vector<float> values = matcher_.values(role, 0, grid, standing_);
    const auto missing = std::count_if(values.begin(), values.end(),
                                       [](float value) { return !std::isfinite(value); });
    // Rounded up: 0 says that there are none.
    missing_[role == Role::kMoving ? 0 : 1] =
        static_cast<int>((100 * missing + std::ssize(values) - 1) / std::ssize(values));
    const BinScale scale = bin_scale(values, bins_);
    const std::string what = role == Role::kMoving ? "the input" : "the second image";
    if (!(scale.low <= scale.high)) {
      throw InvalidInput(what + " has no finite value: there is nothing to align");
    }
    if (scale.low == scale.high) {
      throw InvalidInput(what + " has one value only: there is nothing to align");
    }
    if (!std::isnormal(scale.per_value)) {
      throw InvalidInput(what +
                         " has values that lie too close together or too far apart for bins");
    }
    return scale;
  }

  void begin_level(std::size_t level, std::int64_t most_points) {
    const Shape shape = level_shape(geometry_.shape(points_.role), levels_[level]);
    const bool in_moving = points_.role == Role::kMoving;
    points_.level = level;
    points_.grid = point_grid(shape, most_points);
    const int bins = bins_for(bins_, points_.grid.count());
    points_.own = with_bins(in_moving ? moving_scale_ : fixed_scale_, bins);
    points_.other = with_bins(in_moving ? fixed_scale_ : moving_scale_, bins);
    point_count_ = matcher_.set_points(points_, standing_);
    known_.forget();
  }

  // The mutual information of each motion.
  std::vector<double> measure(const std::vector<RigidMotion>& motions) {
    if (motions.empty()) {
      return {};
    }
    std::vector<PointMap> maps;
    maps.reserve(motions.size());
    for (const RigidMotion& motion : motions) {
      maps.push_back(geometry_.map(motion, points_.role, levels_[points_.level]));
    }
    const std::vector<MatchSums> sums = matcher_.match(maps, standing_);
    std::vector<double> all(sums.size());
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const bool enough = sums[i].pairs > 0 && 4 * sums[i].pairs >= point_count_;
      all[i] = enough ? mutual_information(sums[i]) : kRejected;
    }
    return all;
  }

  // The same of motions of which some may be known.
  std::vector<double> look_up(const std::vector<RigidMotion>& motions) {
    return known_.get(motions, [&](const auto& unknown) { return measure(unknown); });
  }

  void measure_again(std::vector<Candidate>& candidates) {
    std::vector<RigidMotion> motions;
    motions.reserve(candidates.size());
    for (const Candidate& candidate : candidates) motions.push_back(candidate.motion);
    const std::vector<double> all = look_up(motions);
    for (std::size_t i = 0; i < all.size(); ++i) candidates[i].information = all[i];
  }

  // So many voxels of the level along each axis, and the angles of as many at the side.
  RigidMotion steps(double voxels) const {
    const LevelFactors& f = levels_[points_.level];
    const Shape& shape = geometry_.shape(Role::kMoving);
    const auto width = static_cast<double>(shape.width);
    const double height = static_cast<double>(shape.height) * geometry_.pixel_aspect();
    const double depth = static_cast<double>(shape.depth) * geometry_.slice_aspect();
    return {voxels * static_cast<double>(f.x),         voxels * static_cast<double>(f.y),
            voxels * static_cast<double>(f.z),         angle_of(voxels, std::max(width, height)),
            angle_of(voxels, std::max(height, depth)), angle_of(voxels, std::max(width, depth))};
  }

  // The angle whose arc at the middle of the longer side is this many voxels of the level.
  double angle_of(double step, double longer_side) const {
    const LevelFactors& factors = levels_[points_.level];
    const double radius = longer_side / 2;
    return step * static_cast<double>(factors.x) / radius * 180 / std::numbers::pi;
  }

  // The steps in which all motions are tried. Of turns about any axis there would be far too many:
  // angles lie in the middle of equal parts of what is allowed, an odd number of them, and all
  // steps grow until the motions are few enough.
  RigidMotion steps_of_all() const {
    RigidMotion step = steps(1);
    step.angle = steps(kArcAboutZ).angle;
    if (!any_axis_) return step;
    for (double scale = 1;; scale *= kCoarser) {
      step = steps(scale);
      const RigidMotion arc = steps(scale * kArcAboutAny);
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

  // Every motion of whole voxels of the level that lets enough points meet; the best, none of them
  // next to another.
  std::vector<Candidate> try_all() {
    const MotionGrid grid(limits_, steps_of_all());
    require_memory({"the search for the best motion", "Choose a smaller max_shift or max_angle."},
                   host_memory(), grid.bytes());
    std::vector<double> information;  // grows with the search: touching so much memory takes long
    information.reserve(static_cast<std::size_t>(grid.count()));
    PhaseProgress part(moving_, 0, kTried, kRefined);
    std::vector<RigidMotion> batch;
    std::vector<std::size_t> places;
    for (std::int64_t i = 0; i < grid.count();) {
      batch.clear();
      places.clear();
      const std::int64_t end = std::min(grid.count(), i + kMostSkipped);
      for (; i < end && static_cast<std::int64_t>(batch.size()) < kBatch; ++i) {
        const RigidMotion motion = grid[i];
        if (can_overlap(geometry_, motion, points_, levels_[points_.level], point_count_)) {
          batch.push_back(motion);
          places.push_back(static_cast<std::size_t>(i));
        }
      }
      information.resize(static_cast<std::size_t>(i), kRejected);
      part.report(i, grid.count());
      const std::vector<double> some = measure(batch);
      for (std::size_t k = 0; k < some.size(); ++k) information[places[k]] = some[k];
    }
    const auto starts =
        any_axis_ ? kStartsOfAny
                  : std::clamp(kPointsOfStarts / points_.grid.count(), kFewestStarts, kMostStarts);
    std::vector<Candidate> best =
        best_apart(information, grid, starts, [&] { standing_.report(0, 1); });
    if (best.empty()) fail();
    return best;
  }

  // Each candidate steps to the best of its neighbours along the axes, or where none is better, and
  // the points are few, between two axes: on a ridge that runs askew none along an axis is better.
  // Where there is none, then with half the step. Afterwards the best comes first.
  void refine(std::vector<Candidate>& candidates, double first_step, double last_step) {
    const bool askew = points_.grid.count() <= kPointsBetween;
    double step = first_step;
    while (step >= last_step) {
      std::vector<std::size_t> walkers(candidates.size());
      std::iota(walkers.begin(), walkers.end(), std::size_t{0});
      while (!walkers.empty()) {
        std::vector<std::size_t> still = walk(candidates, walkers, Ways::kAlongAxes, step);
        if (askew) {
          std::vector<std::size_t> stuck;
          std::set_difference(walkers.begin(), walkers.end(), still.begin(), still.end(),
                              std::back_inserter(stuck));
          const std::vector<std::size_t> freed = walk(candidates, stuck, Ways::kAskew, step);
          still.insert(still.end(), freed.begin(), freed.end());
          std::sort(still.begin(), still.end());
        }
        walkers = still;
      }
      done_ += (kRefined - done_) / kPartOfTheRest;
      moving_.report(done_, kRefined);
      step /= 2;
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const auto& a, const auto& b) { return a.information > b.information; });
  }

  // One step of these candidates. Returns those for which there was a better place.
  std::vector<std::size_t> walk(std::vector<Candidate>& candidates,
                                const std::vector<std::size_t>& walkers, Ways ways, double step) {
    std::vector<RigidMotion> motions;
    std::vector<std::size_t> owners;
    for (const std::size_t walker : walkers) {
      for (const RigidMotion& motion :
           neighbours(candidates[walker].motion, ways, steps(step), limits_)) {
        motions.push_back(motion);
        owners.push_back(walker);
      }
    }
    const std::vector<double> information = look_up(motions);
    std::vector<std::size_t> better;
    for (std::size_t k = 0; k < motions.size(); ++k) {
      Candidate& candidate = candidates[owners[k]];
      if (information[k] > candidate.information) {
        candidate = {motions[k], information[k]};
        if (better.empty() || better.back() != owners[k]) better.push_back(owners[k]);
      }
    }
    return better;
  }

  // Of the progress: all motions at the coarsest level, then steps, whose number is not known
  // before, so each takes an equal part of what is left.
  static constexpr std::int64_t kTried = 500;
  static constexpr std::int64_t kRefined = 1000;
  static constexpr std::int64_t kPartOfTheRest = 8;

  Matcher& matcher_;
  const Geometry& geometry_;
  const std::vector<LevelFactors>& levels_;
  const SearchLimits& limits_;
  int bins_;
  bool any_axis_;  // turns, and not about z alone
  StandingProgress standing_;
  MovingProgress moving_;
  std::int64_t done_ = kTried;
  int missing_[2] = {};  // of the input and the second image, per cent of their points
  BinScale moving_scale_{};
  BinScale fixed_scale_{};
  MatchPoints points_;
  std::int64_t point_count_ = 0;
  MeasuredMotions known_;  // at these points
};

}  // namespace

FoundMotion find_motion(Matcher& matcher, const Geometry& geometry,
                        const std::vector<LevelFactors>& levels, const SearchLimits& limits,
                        const Options& options, Progress& progress) {
  return Search(matcher, geometry, levels, limits, options, progress).run();
}

}  // namespace bitvox::register_mi
