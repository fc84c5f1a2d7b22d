// SPDX-License-Identifier: BSD-2-Clause
#include "ops/agents/agent_start.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "core/error.hpp"
#include "core/options/number.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/pulse.hpp"
#include "ops/agents/agent_grid.hpp"
#include "ops/agents/agent_tries.hpp"

namespace bitvox::agents {

// Places that do not touch, in a grid. Not in an unnamed namespace, as lambdas of templates hold
// it.
template <int kAxes>
class Starts {
 public:
  explicit Starts(const Ground<kAxes>& ground) : grid_(ground.cells(), 0) {}

  bool touches_any(const Point<kAxes>& point) const {
    return grid_.template any_taken<kAround>(point, [&](std::int32_t other) {
      return touching(points_[static_cast<std::size_t>(other)], point);
    });
  }
  // The first one that it touches, from 0. There is one.
  std::int32_t first_touched(const Point<kAxes>& point) const {
    std::int32_t first = static_cast<std::int32_t>(size());
    grid_.template any_taken<kAround>(point, [&](std::int32_t other) {
      if (touching(points_[static_cast<std::size_t>(other)], point)) first = std::min(first, other);
      return false;
    });
    return first;
  }
  void add(const Point<kAxes>& point) {
    grid_.take(grid_.cell_of(point), static_cast<std::int32_t>(points_.size()));
    points_.push_back(point);
  }
  std::int64_t size() const { return std::ssize(points_); }
  std::vector<Point<kAxes>> points() && { return std::move(points_); }

 private:
  Grid<kAxes> grid_;
  std::vector<Point<kAxes>> points_;
};

template <int kAxes>
std::vector<Point<kAxes>> random_starts(const Ground<kAxes>& ground, std::int64_t count,
                                        std::uint64_t seed, int threads, Progress& progress) {
  constexpr std::int64_t kLeast = 1024, kMost = std::int64_t{1} << 16;
  const std::int64_t batch = std::clamp(count, kLeast, kMost);
  std::vector<std::optional<Point<kAxes>>> tries(static_cast<std::size_t>(batch));
  const Tries<kAxes> drawn(ground, seed);
  Starts<kAxes> starts(ground);
  StandingProgress standing(progress);
  std::int64_t failures = 0;
  for (std::int64_t first = 0; starts.size() < count && failures < kMostFailures; first += batch) {
    // What touches now does so later too: threads leave out most, and the others come in turn.
    parallel_for((batch + kLeast - 1) / kLeast, threads, standing, [&](std::int64_t part) {
      for (std::int64_t i = part * kLeast; i < std::min(batch, (part + 1) * kLeast); ++i) {
        auto& point = tries[static_cast<std::size_t>(i)];
        point = drawn.point(first + i);
        if (point && starts.touches_any(*point)) point.reset();
      }
    });
    for (const auto& point : tries) {
      if (starts.size() == count || failures == kMostFailures) break;
      if (point && !starts.touches_any(*point)) {
        starts.add(*point);
        failures = 0;
      } else {
        ++failures;
      }
    }
    standing.move_to(starts.size(), count);
  }
  if (starts.size() == 0) {
    throw InvalidInput("no free place for an agent was found in " + std::to_string(kMostFailures) +
                       " attempts; use a smaller radius");
  }
  return std::move(starts).points();
}

template <int kAxes>
std::vector<Point<kAxes>> given_starts(const Ground<kAxes>& ground, const Arena& arena,
                                       Progress& progress) {
  const std::vector<Place>& places = *arena.starts;
  if (places.empty()) throw InvalidInput("the table of starts has no rows");
  if (std::ssize(places) > kMostAgents) {
    throw InvalidInput(std::to_string(places.size()) + " starts are too many; use at most " +
                       std::to_string(kMostAgents));
  }
  Starts<kAxes> starts(ground);
  Pulse pulse(progress);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto refuse = [&](const std::string& why) {
      throw InvalidInput("start " + std::to_string(i + 1) + " at " + text_of(places[i], kAxes) +
                         " " + why);
    };
    const Place place = ground.from_corner(places[i], arena.starts_from_middle);
    const std::optional<Point<kAxes>> point = ground.point_at(place);
    if (!point || !ground.is_inside(place)) refuse("is outside the arena");
    if (!ground.rules().is_within(*point)) refuse("is nearer to the arena's border than a radius");
    if (!ground.rules().has_room(*point)) refuse("is in a wall, or too near to one");
    if (starts.touches_any(*point)) {
      const auto number = static_cast<std::size_t>(starts.first_touched(*point));
      refuse("touches start " + std::to_string(number + 1) + " at " +
             text_of(places[number], kAxes));
    }
    starts.add(*point);
    pulse.beat();
  }
  return std::move(starts).points();
}

template std::vector<Point<2>> random_starts(const Ground<2>&, std::int64_t, std::uint64_t, int,
                                             Progress&);
template std::vector<Point<3>> random_starts(const Ground<3>&, std::int64_t, std::uint64_t, int,
                                             Progress&);
template std::vector<Point<2>> given_starts(const Ground<2>&, const Arena&, Progress&);
template std::vector<Point<3>> given_starts(const Ground<3>&, const Arena&, Progress&);

}  // namespace bitvox::agents
