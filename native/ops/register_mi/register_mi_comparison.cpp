// SPDX-License-Identifier: BSD-2-Clause
#include "ops/register_mi/register_mi_comparison.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>
#include <string>

#include "core/error.hpp"
#include "ops/register_mi/register_mi_information.hpp"

namespace bitvox::register_mi {
namespace {

constexpr std::int64_t kPointsOfScale = std::int64_t{1} << 14;
constexpr std::int64_t kFewestOfMask = 256;  // as many as the smallest image has

}  // namespace

Comparison::Comparison(Matcher& matcher, const Geometry& geometry,
                       const std::vector<LevelFactors>& levels, int bins, Noise noise,
                       Progress& progress)
    : matcher_(matcher),
      geometry_(geometry),
      levels_(levels),
      bins_(bins),
      noise_(noise),
      standing_(progress) {
  const Shape& moving = geometry.shape(Role::kMoving);
  const Shape& fixed = geometry.shape(Role::kFixed);
  const VoxelRatio& ratio = geometry.fixed_voxel();
  const double of_fixed = static_cast<double>(fixed.voxel_count()) * ratio.x * ratio.y * ratio.z *
                          geometry.share(Role::kFixed);
  points_.role =
      static_cast<double>(moving.voxel_count()) < of_fixed ? Role::kMoving : Role::kFixed;
  moving_scale_ = scale_of(Role::kMoving);
  fixed_scale_ = scale_of(Role::kFixed);
}

void Comparison::fail() const {
  const std::string none = "no motion within the limits of the search lets a quarter of the ";
  if (geometry_.has_window()) {
    throw InvalidInput(
        none + (points_.role == Role::kFixed ? "mask lie on the input" : "input lie in the mask"));
  }
  std::string sentence = none + "smaller image lie on the other one";
  if (missing_[0] > 0 || missing_[1] > 0) {
    sentence += " where both have values: " + std::to_string(missing_[0]) + " % of the input and " +
                std::to_string(missing_[1]) +
                " % of the second image lie at values that are not finite";
  }
  throw InvalidInput(sentence);
}

void Comparison::fail_for_a_thin_mask() {
  throw InvalidInput("the mask is too small or too thin: fewer than " +
                     std::to_string(kFewestOfMask) +
                     " places between its voxels can be compared; choose a larger one");
}

// Denser where only a part of the volume counts, as far as memory for the points goes.
PointGrid Comparison::grid_of(Role role, std::size_t level, std::int64_t most_points) const {
  const double most = static_cast<double>(most_points) / geometry_.share(role);
  const auto cells =
      most < static_cast<double>(kMostPoints) ? static_cast<std::int64_t>(most) : kMostPoints;
  return point_grid(level_shape(geometry_.shape(role), levels_[level]), cells);
}

std::int64_t Comparison::expected_points() const {
  const auto cells = static_cast<double>(points_.grid.count());
  return std::max<std::int64_t>(1, std::llround(cells * geometry_.share(points_.role)));
}

bool Comparison::has_enough_points() const {
  return !geometry_.has_window() || points_.role == Role::kMoving || point_count_ >= kFewestOfMask;
}

BinScale Comparison::scale_of(Role role) {
  const PointGrid grid = grid_of(role, 0, kPointsOfScale);
  const std::vector<float> values = matcher_.values(role, 0, grid, standing_);
  const auto missing = std::count_if(values.begin(), values.end(),
                                     [](float value) { return !std::isfinite(value); });
  // Rounded up: 0 says that there are none.
  missing_[role == Role::kMoving ? 0 : 1] =
      static_cast<int>((100 * missing + std::ssize(values) - 1) / std::ssize(values));
  const BinScale scale = bin_scale(values, bins_);
  const bool in_mask = role == Role::kFixed && geometry_.has_window();
  const std::string what = role == Role::kMoving ? "the input" : "the second image";
  if (!(scale.low <= scale.high)) {
    if (in_mask) fail_for_a_thin_mask();
    throw InvalidInput(what + " has no finite value: there is nothing to align");
  }
  if (scale.low == scale.high) {
    throw InvalidInput(what + " has one value only" + (in_mask ? " in the mask" : "") +
                       ": there is nothing to align");
  }
  if (!std::isnormal(scale.per_value)) {
    throw InvalidInput(what + " has values that lie too close together or too far apart for bins");
  }
  return scale;
}

void Comparison::begin(std::size_t level, std::int64_t most_points) {
  const bool in_moving = points_.role == Role::kMoving;
  const PointGrid grid = grid_of(points_.role, level, most_points);
  const bool the_same =
      point_count_ > 0 && points_.level == level && points_.grid.x.cells == grid.x.cells &&
      points_.grid.y.cells == grid.y.cells && points_.grid.z.cells == grid.z.cells;
  if (the_same) return;
  points_.level = level;
  points_.grid = grid;
  const int bins = bins_for(bins_, expected_points());
  points_.own = with_bins(in_moving ? moving_scale_ : fixed_scale_, bins);
  points_.other = with_bins(in_moving ? fixed_scale_ : moving_scale_, bins);
  point_count_ = matcher_.set_points(points_, standing_);
  known_.forget();
}

std::vector<MatchSums> Comparison::count(const std::vector<RigidMotion>& motions) {
  if (motions.empty()) return {};
  std::vector<PointMap> maps;
  maps.reserve(motions.size());
  for (const RigidMotion& motion : motions) maps.push_back(map(motion));
  return matcher_.match(maps, standing_);
}

// Without noise nearly all of the entropy is shared, whatever the overlap, and the sharp top of the
// information itself says more.
std::vector<double> Comparison::information(const std::vector<MatchSums>& counts) const {
  std::vector<double> all;
  all.reserve(counts.size());
  const auto measure_of = noise_ == Noise::kSmoothed ? normalised_information : mutual_information;
  for (const MatchSums& sums : counts) {
    all.push_back(enough(sums) ? measure_of(sums) : kRejected);
  }
  return all;
}

std::vector<MatchSums> Comparison::count_or_remember(const std::vector<RigidMotion>& motions) {
  return known_.get(motions, [&](const auto& unknown) { return count(unknown); });
}

std::vector<double> Comparison::measure(const std::vector<PointMap>& maps,
                                        const std::function<void()>& meanwhile) {
  if (!maps.empty()) return information(matcher_.match_while(maps, standing_, meanwhile));
  meanwhile();
  return {};
}

std::vector<double> Comparison::look_up(const std::vector<RigidMotion>& motions) {
  return information(count_or_remember(motions));
}

double Comparison::bits(const RigidMotion& motion) {
  const MatchSums sums = count_or_remember({motion})[0];
  return enough(sums) ? mutual_information(sums) : std::numeric_limits<double>::quiet_NaN();
}

void Comparison::measure_again(std::vector<Candidate>& candidates) {
  std::vector<RigidMotion> motions;
  motions.reserve(candidates.size());
  for (const Candidate& candidate : candidates) motions.push_back(candidate.motion);
  const std::vector<double> all = look_up(motions);
  for (std::size_t i = 0; i < all.size(); ++i) candidates[i].information = all[i];
}

// Of independent values with so many bins (b - 1)^2 / (2 n ln 2) is measured (Miller 1955).
std::vector<Comparison::Fit> Comparison::fits(const std::vector<RigidMotion>& motions) {
  const double freedom = static_cast<double>(points_.own.bins - 1) * (points_.own.bins - 1);
  std::vector<Fit> all;
  all.reserve(motions.size());
  for (const MatchSums& sums : count_or_remember(motions)) {
    Fit fit;
    if (enough(sums)) {
      fit.points = static_cast<double>(sums.pairs);
      fit.share = fit.points / static_cast<double>(point_count_);
      const double by_chance = freedom / (2 * fit.points * std::numbers::ln2);
      fit.information = std::max(0.0, mutual_information(sums) - by_chance);
    }
    all.push_back(fit);
  }
  return all;
}

RigidMotion Comparison::steps(double voxels) const {
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
double Comparison::angle_of(double step, double longer_side) const {
  const LevelFactors& factors = levels_[points_.level];
  const double radius = longer_side / 2;
  return step * static_cast<double>(factors.x) / radius * 180 / std::numbers::pi;
}

}  // namespace bitvox::register_mi
