// SPDX-License-Identifier: BSD-2-Clause
#include "ops/register_mi/register_mi_climb.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ops/register_mi/register_mi_quadric.hpp"

namespace bitvox::register_mi {
namespace {

constexpr double kFarthest = 1.5;  // steps, to the top of a quadric
constexpr double kFar = 0.99;      // steps after which it goes on with the same ones
constexpr double kSameWay = 1;     // steps, between two of which one goes on
constexpr int kMostMoves = 3;      // so far

using Part = double RigidMotion::*;
using Place = std::vector<double>;

bool is_near(const RigidMotion& a, const RigidMotion& b, const RigidMotion& distance) {
  return std::all_of(std::begin(kMotionParts), std::end(kMotionParts),
                     [&](Part part) { return std::abs(a.*part - b.*part) <= distance.*part; });
}

bool is_within(const RigidMotion& motion, const SearchLimits& limits) {
  return std::all_of(std::begin(kMotionParts), std::end(kMotionParts), [&](Part part) {
    return motion.*part >= limits.low.*part && motion.*part <= limits.high.*part;
  });
}

RigidMotion times(double factor, RigidMotion motion) {
  for (const Part part : kMotionParts) motion.*part *= factor;
  return motion;
}

// One candidate on its way.
class Climber {
 public:
  Climber(Candidate& candidate, double step) : candidate_(candidate), step_(step) {}

  bool done() const { return done_; }

  // Ends where another one goes on.
  void follow(const Climber& other) {
    const RigidMotion near = times(kSameWay, unit_);
    const bool higher = other.candidate_.information > candidate_.information;
    done_ = done_ || (higher && is_near(candidate_.motion, other.candidate_.motion, near));
  }

  void look_around(const Comparison& comparison, const std::vector<Part>& parts,
                   const std::vector<Place>& places, std::vector<RigidMotion>& motions) {
    unit_ = comparison.steps(step_);
    for (const Place& place : places) motions.push_back(at(place, parts));
  }

  // Where the quadric through the values at these motions is highest; meanwhile the best of them is
  // known.
  RigidMotion top(const RigidMotion* motions, const std::vector<double>& values,
                  const std::vector<Part>& parts, const SearchLimits& limits) {
    best_ = candidate_;
    bool complete = true;
    for (std::size_t i = 0; i < values.size(); ++i) {
      complete = complete && values[i] != kRejected;
      if (values[i] > best_.information && is_within(motions[i], limits)) {
        best_ = {motions[i], values[i]};
      }
    }
    trusted_ = complete;
    if (!complete) return candidate_.motion;
    const Summit summit = summit_of(fit_quadric(parts.size(), values), kFarthest);
    trusted_ = !summit.bounded;
    return within(limits, at(summit.place, parts));
  }

  // Goes there, or to the best of the places around. At the end the quadric is trusted more than
  // single values.
  void go(const RigidMotion& top, double at_top, double last_step) {
    const bool last = step_ <= last_step;
    const bool higher = at_top > best_.information || (last && trusted_);
    const Candidate next = at_top != kRejected && higher ? Candidate{top, at_top} : best_;
    const bool went_far = !is_near(candidate_.motion, next.motion, times(kFar, unit_));
    candidate_ = next;
    if (went_far && moves_++ < kMostMoves) return;
    done_ = last;
    step_ = std::max(last_step, step_ / 2);
  }

 private:
  RigidMotion at(const Place& place, const std::vector<Part>& parts) const {
    RigidMotion motion = candidate_.motion;
    for (std::size_t i = 0; i < parts.size(); ++i) motion.*parts[i] += place[i] * unit_.*parts[i];
    return motion;
  }

  Candidate& candidate_;
  double step_;
  RigidMotion unit_;
  Candidate best_;
  bool trusted_ = false;
  int moves_ = 0;
  bool done_ = false;
};

// One step of all candidates that still walk. Returns whether each found a better place.
std::vector<bool> step_once(Comparison& comparison, const SearchLimits& limits,
                            const RigidMotion& step, const std::vector<bool>& walks,
                            std::vector<Candidate>& candidates) {
  std::vector<RigidMotion> motions;
  std::vector<std::size_t> owners;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (!walks[i]) continue;
    for (const RigidMotion& motion : neighbours(candidates[i].motion, step, limits)) {
      motions.push_back(motion);
      owners.push_back(i);
    }
  }
  const std::vector<double> information = comparison.look_up(motions);
  std::vector<bool> better(candidates.size());
  for (std::size_t k = 0; k < motions.size(); ++k) {
    Candidate& candidate = candidates[owners[k]];
    if (information[k] > candidate.information) {
      candidate = {motions[k], information[k]};
      better[owners[k]] = true;
    }
  }
  return better;
}

}  // namespace

void climb(Comparison& comparison, const SearchLimits& limits, const StepRange& steps,
           std::vector<Candidate>& candidates) {
  const std::vector<Part> parts = free_parts(limits);
  if (parts.empty()) return;
  const std::vector<Place> places = quadric_places(parts.size());
  std::vector<Climber> climbers;
  climbers.reserve(candidates.size());
  for (Candidate& candidate : candidates) climbers.emplace_back(candidate, steps.first);
  for (;;) {
    std::vector<Climber*> going;
    for (Climber& climber : climbers) {
      if (!climber.done()) going.push_back(&climber);
    }
    if (going.empty()) break;
    std::vector<RigidMotion> around;
    for (Climber* climber : going) climber->look_around(comparison, parts, places, around);
    const std::vector<double> values = comparison.look_up(around);
    std::vector<RigidMotion> tops;
    for (std::size_t i = 0; i < going.size(); ++i) {
      const auto first = values.begin() + static_cast<std::ptrdiff_t>(i * places.size());
      const std::vector<double> own(first, first + static_cast<std::ptrdiff_t>(places.size()));
      tops.push_back(going[i]->top(&around[i * places.size()], own, parts, limits));
    }
    const std::vector<double> at_tops = comparison.look_up(tops);
    for (std::size_t i = 0; i < going.size(); ++i) going[i]->go(tops[i], at_tops[i], steps.last);
    for (Climber* one : going) {
      for (const Climber* other : going) one->follow(*other);
    }
  }
  sort_by_information(candidates);
}

void walk(Comparison& comparison, const SearchLimits& limits, const StepRange& steps,
          std::vector<Candidate>& candidates) {
  double step = steps.first;
  while (step >= steps.last) {
    std::vector<bool> walks(candidates.size(), true);
    while (std::find(walks.begin(), walks.end(), true) != walks.end()) {
      walks = step_once(comparison, limits, comparison.steps(step), walks, candidates);
    }
    step /= 2;
  }
  sort_by_information(candidates);
}

void sort_by_information(std::vector<Candidate>& candidates) {
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const auto& a, const auto& b) { return a.information > b.information; });
}

void keep_apart(const RigidMotion& distance, std::vector<Candidate>& candidates) {
  sort_by_information(candidates);
  std::vector<Candidate> apart;
  for (const Candidate& candidate : candidates) {
    const bool is_new = std::none_of(apart.begin(), apart.end(), [&](const Candidate& other) {
      return is_near(candidate.motion, other.motion, distance);
    });
    if (is_new) apart.push_back(candidate);
  }
  candidates = apart;
}

}  // namespace bitvox::register_mi
