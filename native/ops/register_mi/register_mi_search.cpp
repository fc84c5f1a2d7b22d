// SPDX-License-Identifier: BSD-2-Clause
#include "ops/register_mi/register_mi_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "core/error.hpp"
#include "ops/register_mi/register_mi_information.hpp"

namespace bitvox::register_mi {
namespace {

constexpr double kRejected = -1;       // the MI of a motion that is not considered
constexpr int kFirstCandidates = 8;    // refined at the coarsest level; half as many at each next
constexpr std::int64_t kBatch = 1024;  // motions measured at a time

// Points of a level: fewer where many motions are compared.
constexpr std::int64_t kPointsOfFirst = std::int64_t{1} << 14;
constexpr std::int64_t kPointsBetween = std::int64_t{1} << 16;
constexpr std::int64_t kPointsOfLast = kMostPoints;

// Steps in voxels of a level.
constexpr double kLargestStep = 1;
constexpr double kSmallestStep = 0.25;  // half a voxel of the next level
constexpr double kLastStep = 1.0 / 32;  // at full size

struct Candidate {
  RigidMotion motion;
  double information = kRejected;
};

// Whole steps from low to high, with 0 among them.
std::vector<double> whole_steps(double low, double high, double step) {
  std::vector<double> all;
  const auto last = static_cast<std::int64_t>(std::floor(high / step));
  for (auto i = static_cast<std::int64_t>(std::ceil(low / step)); i <= last; ++i) {
    all.push_back(static_cast<double>(i) * step);
  }
  return all;
}

class Search {
 public:
  Search(Matcher& matcher, const Geometry& geometry, const std::vector<LevelFactors>& levels,
         const SearchLimits& limits, int bins, Progress& progress)
      : matcher_(matcher),
        geometry_(geometry),
        levels_(levels),
        limits_(limits),
        bins_(bins),
        progress_(progress) {
    const Shape& moving = geometry.shape(Role::kMoving);
    const Shape& fixed = geometry.shape(Role::kFixed);
    points_.role = moving.voxel_count() < fixed.voxel_count() ? Role::kMoving : Role::kFixed;
    moving_scale_ = scale_of(Role::kMoving);
    fixed_scale_ = scale_of(Role::kFixed);
  }

  FoundMotion run() {
    const std::size_t coarsest = levels_.size() - 1;
    begin_level(coarsest, kPointsOfFirst);
    std::vector<Candidate> candidates = try_all();
    for (std::size_t level = levels_.size(); level-- > 0;) {
      if (level == 0 || level < coarsest) {
        const std::int64_t voxels = geometry_.shape(points_.role).voxel_count();
        begin_level(
            level, level == 0 ? std::clamp(voxels, kPointsBetween, kPointsOfLast) : kPointsBetween);
        measure_again(candidates);
      }
      refine(candidates, level == coarsest ? kLargestStep / 2 : kLargestStep,
             level == 0 ? kLastStep : kSmallestStep);
      candidates.resize(std::max<std::size_t>(1, candidates.size() / 2));
    }
    if (candidates[0].information == kRejected) fail();
    FoundMotion found;
    found.motion = candidates[0].motion;
    found.after = candidates[0].information;
    found.bins = points_.own.bins;
    const double before = measure({RigidMotion{}})[0];
    found.before = before == kRejected ? std::numeric_limits<double>::quiet_NaN() : before;
    return found;
  }

 private:
  [[noreturn]] static void fail() {
    throw InvalidInput(
        "no motion within max_shift lets a quarter of the smaller image lie on the other one, or "
        "the values there are not finite");
  }

  BinScale scale_of(Role role) {
    const PointGrid grid = point_grid(geometry_.shape(role), kPointsOfFirst);
    PhaseProgress still(progress_, 0, 0);
    const BinScale scale = bin_scale(matcher_.values(role, 0, grid, still), bins_);
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
    PhaseProgress still(progress_, done_, done_);
    point_count_ = matcher_.set_points(points_, still);
  }

  // The mutual information of each motion.
  std::vector<double> measure(const std::vector<RigidMotion>& motions) {
    std::vector<PointMap> maps;
    maps.reserve(motions.size());
    for (const RigidMotion& motion : motions) {
      maps.push_back(geometry_.map(motion, points_.role, levels_[points_.level]));
    }
    PhaseProgress still(progress_, done_, done_);
    const std::vector<MatchSums> sums = matcher_.match(maps, still);
    std::vector<double> all(sums.size());
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const bool enough = sums[i].pairs > 0 && 4 * sums[i].pairs >= point_count_;
      all[i] = enough ? mutual_information(sums[i]) : kRejected;
    }
    return all;
  }

  void measure_again(std::vector<Candidate>& candidates) {
    std::vector<RigidMotion> motions;
    motions.reserve(candidates.size());
    for (const Candidate& candidate : candidates) motions.push_back(candidate.motion);
    const std::vector<double> all = measure(motions);
    for (std::size_t i = 0; i < all.size(); ++i) candidates[i].information = all[i];
  }

  // The angle whose arc at the middle of the longer side is this many voxels of the level.
  double angle_of(double step) const {
    const LevelFactors& factors = levels_[points_.level];
    const Shape& shape = geometry_.shape(Role::kMoving);
    const double radius = std::max(static_cast<double>(shape.width),
                                   static_cast<double>(shape.height) * geometry_.pixel_aspect()) /
                          2;
    return step * static_cast<double>(factors.x) / radius * 180 / std::numbers::pi;
  }

  // Every motion of whole voxels of the level; the best, none of them next to another.
  std::vector<Candidate> try_all() {
    constexpr double kVoxelsPerAngle = 2;
    const LevelFactors& f = levels_[points_.level];
    const auto step = RigidMotion{static_cast<double>(f.x), static_cast<double>(f.y),
                                  static_cast<double>(f.z), angle_of(kVoxelsPerAngle)};
    const std::vector<double> xs = whole_steps(limits_.low.dx, limits_.high.dx, step.dx);
    const std::vector<double> ys = whole_steps(limits_.low.dy, limits_.high.dy, step.dy);
    const std::vector<double> zs = whole_steps(limits_.low.dz, limits_.high.dz, step.dz);
    const std::vector<double> angles =
        whole_steps(limits_.low.angle, limits_.high.angle, step.angle);
    const std::size_t count = xs.size() * ys.size() * zs.size() * angles.size();
    const auto motion = [&](std::size_t i) {
      const std::size_t row = i / xs.size();
      const std::size_t slice = row / ys.size();
      return RigidMotion{xs[i % xs.size()], ys[row % ys.size()], zs[slice % zs.size()],
                         angles[slice / zs.size()]};
    };
    std::vector<double> information;
    information.reserve(count);
    PhaseProgress part(progress_, 0, kTried);
    for (std::size_t i = 0; i < count;) {
      std::vector<RigidMotion> batch;
      for (; i < count && static_cast<std::int64_t>(batch.size()) < kBatch; ++i) {
        batch.push_back(motion(i));
      }
      const std::vector<double> some = measure(batch);
      information.insert(information.end(), some.begin(), some.end());
      part.report(static_cast<std::int64_t>(i), static_cast<std::int64_t>(count));
      done_ = kTried * static_cast<std::int64_t>(i) / static_cast<std::int64_t>(count);
    }
    return best_apart(information, motion, step);
  }

  template <class MotionOf>
  std::vector<Candidate> best_apart(const std::vector<double>& information,
                                    const MotionOf& motion_of, const RigidMotion& step) const {
    constexpr double kApart = 1.5;  // steps
    std::vector<Candidate> best;
    for (int k = 0; k < kFirstCandidates; ++k) {
      Candidate next;
      for (std::size_t i = 0; i < information.size(); ++i) {
        if (!(information[i] > next.information)) continue;
        const RigidMotion motion = motion_of(i);
        const bool apart = std::none_of(best.begin(), best.end(), [&](const Candidate& other) {
          const RigidMotion& o = other.motion;
          return std::abs(motion.dx - o.dx) < kApart * step.dx &&
                 std::abs(motion.dy - o.dy) < kApart * step.dy &&
                 std::abs(motion.dz - o.dz) < kApart * step.dz &&
                 std::abs(motion.angle - o.angle) < kApart * step.angle;
        });
        if (apart) next = {motion, information[i]};
      }
      if (next.information == kRejected) break;
      best.push_back(next);
    }
    if (best.empty()) fail();
    return best;
  }

  // Each candidate steps along the axis on which the information grows most, until it grows along
  // none; then with half the step. Afterwards the best comes first.
  void refine(std::vector<Candidate>& candidates, double first_step, double last_step) {
    double step = first_step;
    while (step >= last_step) {
      std::vector<bool> walks(candidates.size(), true);
      while (std::find(walks.begin(), walks.end(), true) != walks.end()) {
        std::vector<RigidMotion> motions;
        std::vector<std::size_t> walkers;
        for (std::size_t i = 0; i < candidates.size(); ++i) {
          if (!walks[i]) continue;
          walks[i] = false;
          for (const RigidMotion& motion : neighbours(candidates[i].motion, step)) {
            motions.push_back(motion);
            walkers.push_back(i);
          }
        }
        const std::vector<double> information = measure(motions);
        for (std::size_t k = 0; k < motions.size(); ++k) {
          Candidate& candidate = candidates[walkers[k]];
          if (information[k] > candidate.information) {
            candidate = {motions[k], information[k]};
            walks[walkers[k]] = true;
          }
        }
      }
      step /= 2;
      done_ += (kRefined - done_) / kPartOfTheRest;
      progress_.report(done_, 1000);
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const auto& a, const auto& b) { return a.information > b.information; });
  }

  std::vector<RigidMotion> neighbours(const RigidMotion& motion, double step) const {
    const LevelFactors& f = levels_[points_.level];
    std::vector<RigidMotion> all;
    const auto add = [&](double RigidMotion::*part, double length) {
      for (const double way : {-length, length}) {
        RigidMotion next = motion;
        next.*part += way;
        if (next.*part >= limits_.low.*part && next.*part <= limits_.high.*part) {
          all.push_back(next);
        }
      }
    };
    add(&RigidMotion::dx, step * static_cast<double>(f.x));
    add(&RigidMotion::dy, step * static_cast<double>(f.y));
    add(&RigidMotion::dz, step * static_cast<double>(f.z));
    add(&RigidMotion::angle, angle_of(step));
    return all;
  }

  // Progress in thousandths: all motions at the coarsest level, then steps, whose number is not
  // known before, so each takes an equal part of what is left.
  static constexpr std::int64_t kTried = 500;
  static constexpr std::int64_t kRefined = 1000;
  static constexpr std::int64_t kPartOfTheRest = 8;

  Matcher& matcher_;
  const Geometry& geometry_;
  const std::vector<LevelFactors>& levels_;
  const SearchLimits& limits_;
  int bins_;
  Progress& progress_;
  std::int64_t done_ = 0;
  BinScale moving_scale_{};
  BinScale fixed_scale_{};
  MatchPoints points_;
  std::int64_t point_count_ = 0;
};

}  // namespace

SearchLimits search_limits(const Geometry& geometry, const Options& options) {
  const Shape& moving = geometry.shape(Role::kMoving);
  const Shape& fixed = geometry.shape(Role::kFixed);
  SearchLimits limits;
  const auto set = [&](double RigidMotion::*part, double Reach::*reach, std::int64_t of_moving,
                       std::int64_t of_fixed) {
    const bool one = of_moving == 1 && of_fixed == 1;
    if (options.max_shift) {
      limits.high.*part = one ? 0 : *options.max_shift.*reach;
      limits.low.*part = -(limits.high.*part);
      return;
    }
    const double quarter = one ? 0 : static_cast<double>(std::min(of_moving, of_fixed)) / 4;
    const auto room = static_cast<double>(of_fixed - of_moving);
    limits.low.*part = std::min(0.0, room) - quarter;
    limits.high.*part = std::max(0.0, room) + quarter;
  };
  set(&RigidMotion::dx, &Reach::x, moving.width, fixed.width);
  set(&RigidMotion::dy, &Reach::y, moving.height, fixed.height);
  set(&RigidMotion::dz, &Reach::z, moving.depth, fixed.depth);
  limits.low.angle = -options.max_angle;
  limits.high.angle = options.max_angle;
  return limits;
}

FoundMotion find_motion(Matcher& matcher, const Geometry& geometry,
                        const std::vector<LevelFactors>& levels, const SearchLimits& limits,
                        int bins, Progress& progress) {
  return Search(matcher, geometry, levels, limits, bins, progress).run();
}

}  // namespace bitvox::register_mi
