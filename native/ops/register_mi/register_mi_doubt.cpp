// SPDX-License-Identifier: BSD-2-Clause
#include "ops/register_mi/register_mi_doubt.hpp"

#include <algorithm>
#include <cmath>

#include "core/options/number.hpp"

namespace bitvox::register_mi {
namespace {

constexpr double kFarAway = 0.25;  // of the side
constexpr double kApart = 3;       // voxels, from another motion
constexpr double kTurn = 2;        // voxels at the side
constexpr double kShift = 2;       // voxels
constexpr double kAtLimit = 1.0 / 32;

// Of what the motion shares; judged by pairs with known motions (docs/register_mi.md).
constexpr double kByChance = 0.43;  // elsewhere
constexpr double kAsGood = 0.96;    // with another motion
// Bits. Images of one thing share more, but for those of few values; noise shares less.
constexpr double kLittle = 0.3;

using Part = double RigidMotion::*;
constexpr Part kShifts[] = {&RigidMotion::dx, &RigidMotion::dy, &RigidMotion::dz};
constexpr Part kAngles[] = {&RigidMotion::angle, &RigidMotion::angle_x, &RigidMotion::angle_y};

// Shifts by a part of the side along all axes at once, to either side.
std::vector<RigidMotion> far_from(const RigidMotion& found, const Geometry& geometry) {
  const Reach sides = geometry.shorter_sides();
  const RigidMotion way{kFarAway * sides.x, kFarAway * sides.y,
                        sides.z > 1 ? kFarAway * sides.z : 0};
  std::vector<RigidMotion> all{found};
  for (const Part part : kShifts) {
    if (way.*part == 0) continue;
    std::vector<RigidMotion> both;
    for (const RigidMotion& motion : all) {
      for (const double sign : {-1.0, 1.0}) {
        both.push_back(motion);
        both.back().*part += sign * (way.*part);
      }
    }
    all = both;
  }
  return all;
}

// Turns a little about the axes about which the volumes may not.
std::vector<RigidMotion> turns_of(const RigidMotion& found, const SearchLimits& limits,
                                  bool is_slice, const RigidMotion& by) {
  std::vector<RigidMotion> all;
  for (const Part angle : kAngles) {
    const bool is_free = limits.low.*angle < limits.high.*angle;
    if (is_free || (is_slice && angle != &RigidMotion::angle)) continue;
    for (const double sign : {-1.0, 1.0}) {
      all.push_back(found);
      all.back().*angle += sign * (by.*angle);
    }
  }
  return all;
}

// Shifts a little along the axes along which the volumes may not.
std::vector<RigidMotion> shifts_of(const RigidMotion& found, const SearchLimits& limits,
                                   bool is_slice) {
  std::vector<RigidMotion> all;
  for (const Part shift : kShifts) {
    const bool is_free = limits.low.*shift < limits.high.*shift;
    if (is_free || (is_slice && shift == &RigidMotion::dz)) continue;
    for (const double sign : {-1.0, 1.0}) {
      all.push_back(found);
      all.back().*shift += sign * kShift;
    }
  }
  return all;
}

bool is_apart(const RigidMotion& a, const RigidMotion& b, const RigidMotion& distance) {
  return std::any_of(std::begin(kMotionParts), std::end(kMotionParts),
                     [&](Part part) { return std::abs(a.*part - b.*part) > distance.*part; });
}

// "dx 3.25, dy 0, dz -1 voxels, angle 4 degrees"
std::string words(const RigidMotion& motion) {
  const auto rounded = [](double value) {
    return short_number(std::round(value * 100) / 100 + 0.0);
  };
  std::string text = "dx " + rounded(motion.dx) + ", dy " + rounded(motion.dy) + ", dz " +
                     rounded(motion.dz) + " voxels, angle " + rounded(motion.angle) + " degrees";
  if (motion.angle_x != 0 || motion.angle_y != 0) {
    text += ", about x " + rounded(motion.angle_x) + ", about y " + rounded(motion.angle_y);
  }
  return text;
}

// Where the most is shared, and how much.
struct Best {
  double information = 0;
  double shared = 0;  // times the share of the points
  RigidMotion motion;
};
Best best_of(Comparison& comparison, const std::vector<RigidMotion>& motions) {
  const std::vector<Comparison::Fit> fits = comparison.fits(motions);
  Best best;
  for (std::size_t i = 0; i < fits.size(); ++i) {
    best.information = std::max(best.information, fits[i].information);
    if (fits[i].information * fits[i].share <= best.shared) continue;
    best.shared = fits[i].information * fits[i].share;
    best.motion = motions[i];
  }
  return best;
}

}  // namespace

std::string doubts_about(Comparison& comparison, const SearchLimits& limits,
                         const RigidMotion& found, const std::vector<Candidate>& others) {
  const Geometry& geometry = comparison.geometry();
  const Best own = best_of(comparison, {found});
  std::string note;
  if (own.information < kLittle) {
    note = "The motion may be wrong: the images share little, " +
           short_number(std::round(own.information * 100) / 100) + " bits.";
  } else if (best_of(comparison, far_from(found, geometry)).information >
             kByChance * own.information) {
    note = "The motion may be wrong: shifted far away, the images share nearly as much.";
  }
  std::vector<RigidMotion> apart;
  for (const Candidate& other : others) {
    if (is_apart(other.motion, found, comparison.steps(kApart))) apart.push_back(other.motion);
  }
  const Best second = best_of(comparison, apart);
  if (second.shared > kAsGood * own.shared) {
    add_sentence(note, "Another motion fits nearly as well: " + words(second.motion) + ".");
  }
  const bool is_slice = geometry.shape(Role::kMoving).depth == 1;
  // At a limit of the shift the turn makes up for what is missing of it.
  if (limit_note(found, limits, comparison.steps(kAtLimit)).empty()) {
    const std::vector<RigidMotion> turned =
        turns_of(found, limits, is_slice, comparison.steps(kTurn));
    const double as_found = comparison.look_up({found})[0];
    const auto is_better = [&](const std::vector<RigidMotion>& motions) {
      const std::vector<double> values = comparison.look_up(motions);
      return std::any_of(values.begin(), values.end(), [&](double v) { return v > as_found; });
    };
    if (is_better(shifts_of(found, limits, is_slice))) {
      add_sentence(note,
                   "The images fit better when shifted along an axis: allow it by max_shift.");
    } else if (is_better(turned)) {
      add_sentence(note, "The images fit better when turned: allow it by max_angle" +
                             std::string(is_slice ? "." : " and axes."));
    }
  }
  return note;
}

}  // namespace bitvox::register_mi
