// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/threads/progress.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/register_mi/register_mi_candidates.hpp"
#include "ops/register_mi/register_mi_geometry.hpp"
#include "ops/register_mi/register_mi_matcher.hpp"
#include "ops/register_mi/register_mi_measured.hpp"

namespace bitvox::register_mi {

// Whether either volume has noise, which was smoothed away: then values have no sharp top.
enum class Noise { kNone, kSmoothed };

// How well motions fit, at points of one level after the other.
class Comparison {
 public:
  // Throws InvalidInput where a volume is constant or has no finite value.
  Comparison(Matcher& matcher, const Geometry& geometry, const std::vector<LevelFactors>& levels,
             int bins, Noise noise, Progress& progress);

  // From now on so many points of a level, at most.
  void begin(std::size_t level, std::int64_t most_points);
  // About how many of them count.
  std::int64_t expected_points() const;
  // Whether a mask, if there is one, leaves enough of them to say anything.
  bool has_enough_points() const;
  [[noreturn]] static void fail_for_a_thin_mask();

  // The mutual information of each motion, normalised in noise; kRejected if a quarter of the
  // points does not meet.
  std::vector<double> look_up(const std::vector<RigidMotion>& motions);
  // The same by their maps, of motions that will not be looked up again. meanwhile() is called
  // once, where possible while others count.
  std::vector<double> measure(const std::vector<PointMap>& maps,
                              const std::function<void()>& meanwhile);
  void measure_again(std::vector<Candidate>& candidates);

  // The mutual information; NaN if a quarter of the points does not meet.
  double bits(const RigidMotion& motion);

  // The mutual information without what so few points seem to share by chance, and the part of the
  // points that meet. Motions that are rejected have none.
  struct Fit {
    double information = 0;
    double share = 0;
    double points = 0;
  };
  std::vector<Fit> fits(const std::vector<RigidMotion>& motions);

  PointMap map(const RigidMotion& motion) const {
    return geometry_.map(motion, points_.role, levels_[points_.level]);
  }

  // So many voxels of the level along each axis, and the angles of as many at the side.
  RigidMotion steps(double voxels) const;

  // Says that no motion within the limits lets the volumes overlap.
  [[noreturn]] void fail() const;

  const Geometry& geometry() const { return geometry_; }
  const LevelFactors& factors() const { return levels_[points_.level]; }
  const MatchPoints& points() const { return points_; }
  std::int64_t point_count() const { return point_count_; }
  StandingProgress& standing() { return standing_; }

 private:
  BinScale scale_of(Role role);
  PointGrid grid_of(Role role, std::size_t level, std::int64_t most_points) const;
  double angle_of(double step, double longer_side) const;
  std::vector<MatchSums> count_or_remember(const std::vector<RigidMotion>& motions);
  std::vector<double> information(const std::vector<MatchSums>& counts) const;
  std::vector<MatchSums> count(const std::vector<RigidMotion>& motions);
  bool enough(const MatchSums& sums) const {
    return sums.pairs > 0 && 4 * sums.pairs >= point_count_;
  }

  Matcher& matcher_;
  const Geometry& geometry_;
  const std::vector<LevelFactors>& levels_;
  int bins_;
  Noise noise_;
  StandingProgress standing_;
  int missing_[2] = {};  // of the input and the second image, per cent of their points
  BinScale moving_scale_{};
  BinScale fixed_scale_{};
  MatchPoints points_;
  std::int64_t point_count_ = 0;
  MeasuredMotions known_;  // at these points
};

}  // namespace bitvox::register_mi
