// SPDX-License-Identifier: BSD-2-Clause
#include "ops/register_mi/register_mi_flat.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

#include "ops/register_mi/register_mi_climb.hpp"
#include "ops/register_mi/register_mi_quadric.hpp"

namespace bitvox::register_mi {
namespace {

constexpr double kAround = 1;              // voxels, from place to place of the quadric
constexpr double kAlike = 0.02;            // of the information
constexpr double kWays[] = {0.25, 0.125};  // parts of the side by which it is shifted
constexpr double kWayAskew = 0.125;
constexpr double kPerhapsAlike = 0.7;  // of the information, where the direction is a guess
constexpr StepRange kHeldSteps{0.5, 0.5};

using Part = double RigidMotion::*;
using Vector = std::vector<double>;

// The principal axis along which a quadric is nearest to flat.
Vector flattest(const std::vector<Vector>& curvature) {
  const std::vector<PrincipalAxis> axes = principal_axes(curvature);
  return std::min_element(axes.begin(), axes.end(),
                          [](const auto& a, const auto& b) {
                            return std::abs(a.curvature) < std::abs(b.curvature);
                          })
      ->direction;
}

class Flat {
 public:
  Flat(Comparison& comparison, const SearchLimits& limits, double last_step, Candidate& found)
      : comparison_(comparison), limits_(limits), last_step_(last_step), found_(found) {
    for (const Part part : {&RigidMotion::dx, &RigidMotion::dy, &RigidMotion::dz}) {
      if (limits.low.*part < limits.high.*part) parts_.push_back(part);
    }
  }

  std::string settle() {
    if (parts_.empty()) return {};
    std::string names;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      Vector axis(parts_.size());
      axis[i] = 1;
      if (!is_flat(axis)) continue;
      names += (names.empty() ? "" : " and ") + name_of(axis);
      lose(axis);
    }
    if (names.empty() && parts_.size() > 1) {
      const Vector ridge = ridge_along(flattest(curvature()));
      if (!ridge.empty()) {
        names = name_of(ridge);
        lose(ridge);
      }
    }
    if (names.empty()) return {};
    return "Nothing holds " + names +
           ": the images fit alike wherever they lie that way. The smallest shift was taken.";
  }

 private:
  RigidMotion shifted(const Vector& along, double voxels) const {
    RigidMotion motion = found_.motion;
    for (std::size_t i = 0; i < parts_.size(); ++i) motion.*parts_[i] += voxels * along[i];
    return motion;
  }

  std::vector<Vector> curvature() {
    const auto places = quadric_places(parts_.size());
    std::vector<RigidMotion> motions;
    motions.reserve(places.size());
    for (const Vector& place : places) motions.push_back(shifted(place, kAround));
    std::vector<double> values = comparison_.look_up(motions);
    for (double& value : values) value = value == kRejected ? found_.information : value;
    return fit_quadric(parts_.size(), values).curvature;
  }

  bool alike(const Comparison::Fit& fit, const Comparison::Fit& own) const {
    const double by_chance = 2 / std::sqrt(std::max(1.0, fit.points));
    return fit.information >= (1 - kAlike) * own.information - by_chance;
  }

  double side_along(const Vector& along) const {
    const Reach sides = comparison_.geometry().shorter_sides();
    double side = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const double own = parts_[i] == &RigidMotion::dx   ? sides.x
                         : parts_[i] == &RigidMotion::dy ? sides.y
                                                         : sides.z;
      side += along[i] * along[i] * own;
    }
    return side;
  }

  bool is_flat(const Vector& along) {
    const double side = side_along(along);
    std::vector<RigidMotion> motions{found_.motion};
    for (const double way : kWays) {
      for (const double sign : {-1.0, 1.0}) motions.push_back(shifted(along, sign * way * side));
    }
    const std::vector<Comparison::Fit> fits = comparison_.fits(motions);
    int met = 0;
    for (std::size_t i = 1; i < fits.size(); ++i) {
      if (fits[i].points == 0) continue;
      if (!alike(fits[i], fits[0])) return false;
      ++met;
    }
    return met >= 2;
  }

  // The direction between the tops to both sides along a ridge, of which one is guessed; empty if
  // they are not as high, or it leads nowhere.
  Vector ridge_along(const Vector& guess) {
    const double way = kWayAskew * side_along(guess);
    std::vector<Candidate> sides{{shifted(guess, way), 0}, {shifted(guess, -way), 0}};
    const std::vector<Comparison::Fit> rough =
        comparison_.fits({found_.motion, sides[0].motion, sides[1].motion});
    const double enough = kPerhapsAlike * rough[0].information;
    if (std::min(rough[1].information, rough[2].information) < enough) return {};
    comparison_.measure_again(sides);
    climb(comparison_, shifts_alone(), kHeldSteps, sides);
    walk(comparison_, shifts_alone(), {kHeldSteps.last / 4, last_step_}, sides);
    const std::vector<Comparison::Fit> tops =
        comparison_.fits({found_.motion, sides[0].motion, sides[1].motion});
    if (!alike(tops[1], tops[0]) || !alike(tops[2], tops[0])) return {};
    Vector ridge;
    double square = 0;
    for (const Part part : parts_) {
      ridge.push_back(sides[0].motion.*part - sides[1].motion.*part);
      square += ridge.back() * ridge.back();
    }
    const double length = std::sqrt(square);
    if (length < way) return {};
    for (double& part : ridge) part /= length;
    return ridge;
  }

  // The angles stay.
  SearchLimits shifts_alone() const {
    SearchLimits limits = limits_;
    for (const Part part : {&RigidMotion::angle, &RigidMotion::angle_x, &RigidMotion::angle_y}) {
      limits.low.*part = limits.high.*part = found_.motion.*part;
    }
    return limits;
  }

  void lose(const Vector& along) {
    double way = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i) way += found_.motion.*parts_[i] * along[i];
    RigidMotion motion = shifted(along, -way);
    const RigidMotion unit = comparison_.steps(last_step_);
    for (const Part part : parts_) {
      motion.*part = std::round(motion.*part / (unit.*part)) * (unit.*part) + 0.0;
      motion.*part = std::clamp(motion.*part, limits_.low.*part, limits_.high.*part);
    }
    std::vector<Candidate> smallest{{motion, kRejected}};
    comparison_.measure_again(smallest);
    if (std::count(along.begin(), along.end(), 0) < std::ssize(along) - 1) {  // beside the ridge
      walk(comparison_, shifts_alone(), {last_step_, last_step_}, smallest);
    }
    const std::vector<Comparison::Fit> fits = comparison_.fits({found_.motion, smallest[0].motion});
    if (fits[1].points > 0 && alike(fits[1], fits[0])) found_ = smallest[0];
  }

  // "dz", or "the shift along (0.71, -0.71)".
  std::string name_of(const Vector& along) const {
    constexpr const char* kNames[] = {"dx", "dy", "dz"};
    for (std::size_t i = 0; i < along.size(); ++i) {
      if (along[i] != 1) continue;
      return parts_[i] == &RigidMotion::dx   ? kNames[0]
             : parts_[i] == &RigidMotion::dy ? kNames[1]
                                             : kNames[2];
    }
    std::string words;
    for (const double part : along) {
      std::array<char, 32> text{};
      std::snprintf(text.data(), text.size(), "%.2f", part);
      words += (words.empty() ? "" : ", ") + std::string(text.data());
    }
    return "the shift along (" + words + ")";
  }

  Comparison& comparison_;
  const SearchLimits& limits_;
  double last_step_;
  Candidate& found_;
  std::vector<Part> parts_;
};

}  // namespace

std::string stay_where_nothing_holds(Comparison& comparison, const SearchLimits& limits,
                                     double last_step, Candidate& found) {
  return Flat(comparison, limits, last_step, found).settle();
}

}  // namespace bitvox::register_mi
