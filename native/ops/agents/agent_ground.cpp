// SPDX-License-Identifier: BSD-2-Clause
#include "ops/agents/agent_ground.hpp"

#include <algorithm>
#include <cmath>

#include "core/blocks/block.hpp"
#include "core/elementary.hpp"
#include "core/error.hpp"
#include "core/options/number.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/read_volume.hpp"
#include "ops/agents/agent_field.hpp"
#include "ops/agents/agent_room.hpp"

namespace bitvox::agents {
namespace {

const char* name_of_disc(int axes) { return axes == 2 ? "disc" : "sphere"; }

// 1 - exp(-1 / steps), of 2^53: the chance that something that happens after so many steps in the
// mean happens in one.
std::uint64_t chance_a_step(double steps) {
  return static_cast<std::uint64_t>((1 - elementary::exp_of(-1 / steps)) * 0x1p53);
}

}  // namespace

std::string text_of(const Place& place, int axes) {
  std::string text;
  for (int i = 0; i < axes; ++i) {
    text += i == 0 ? "(" : ", ";
    text += short_number(place[static_cast<std::size_t>(i)], 9);
  }
  return text + ")";
}

template <int kAxes>
Ground<kAxes>::Ground(const Arena& arena, const Options& options, int threads, Progress& progress)
    : shape_(arena.shape),
      spacing_{options.spacing.x, options.spacing.y, options.spacing.z},
      // A side of a cell is 2 * radius / sqrt(kAxes).
      unit_(2 * options.radius / (std::sqrt(double{kAxes}) * kSide<kAxes>)),
      middle_(options.spacing.z / 2) {
  rules_.seed = static_cast<std::uint64_t>(options.seed);
  rules_.motion = options.motion;
  rules_.tumbles = chance_a_step(options.persistence);
  rules_.divides = options.divide > 0 ? chance_a_step(options.divide) : 0;
  rules_.wander = static_cast<std::int32_t>(std::rint(options.wander * kWanderOne));
  measure(options);
  if (options.motion == Motion::kGoals) read_goals(arena);
  if (options.motion == Motion::kField) check_field(arena, kAxes);
  auto [reading, leading, ending] = progress_parts(progress, arena.free != nullptr ? 30 : 0,
                                                   options.motion == Motion::kField ? 10 : 0, 1);
  if (arena.free != nullptr) read_room(*arena.free, options, threads, reading);
  if (options.motion == Motion::kField) read_field(arena, threads, leading);
  ending.report(1, 1);
}

// Lengths in units, and the bounds of centres.
template <int kAxes>
void Ground<kAxes>::measure(const Options& options) {
  const Index sides = sides_of(shape_);
  const bool whole_disc = options.clearance == Clearance::kDisc;
  const double keeps = whole_disc ? options.radius : 0;
  std::array<double, kAxes> lengths;
  for (std::size_t i = 0; i < kAxes; ++i) {
    lengths[i] = static_cast<double>(sides[i]) * spacing_[i];
  }
  const auto shortest = std::min_element(lengths.begin(), lengths.end());
  double longest = 0;
  double volume = 1;
  for (std::size_t i = 0; i < kAxes; ++i) {
    const double length = lengths[i];
    longest = std::max(longest, length);
    if (length / unit_ > static_cast<double>(kMostUnits)) {
      const double least = length / static_cast<double>(kMostUnits) / unit_ * options.radius;
      throw InvalidInput("radius=" + short_number(options.radius) + " is too small for an arena " +
                         short_number(length) + " long; use " + short_number(least) + " or more");
    }
    const auto axis = static_cast<int>(i);
    rules_.voxels[i] = unit_ / spacing_[i];
    const double least = std::ceil(keeps / unit_);
    double most = std::floor((length - keeps) / unit_);
    const auto is_beyond = [&](double at) {
      Point<kAxes> end{};
      end.at[i] = static_cast<std::int32_t>(at);
      return at * unit_ > length - keeps || rules_.voxel(end, axis) >= sides[i];
    };
    while (most >= least && is_beyond(most)) --most;
    if (most < least) {
      throw InvalidInput(
          "radius=" + short_number(options.radius) + " is too large: a " + name_of_disc(kAxes) +
          " does not fit into an arena that is " + short_number(*shortest) + " long along " +
          "xyz"[shortest - lengths.begin()] + "; use less than " + short_number(*shortest / 2));
    }
    rules_.least.at[i] = static_cast<std::int32_t>(least);
    rules_.most.at[i] = static_cast<std::int32_t>(most);
    cells_[i] = rules_.most.at[i] / kSide<kAxes> + 1;
    volume *= std::min(1.0, (most - least + 1) * unit_ / length);
  }
  free_part_ = volume;
  if (options.step > longest) {
    throw InvalidInput("step=" + short_number(options.step) +
                       " is longer than the arena; use at most " + short_number(longest));
  }
  rules_.step = static_cast<std::int32_t>(std::rint(options.step / unit_));
  rules_.parts = std::max(1, (rules_.step + kMostPart<kAxes> - 1) / kMostPart<kAxes>);
}

template <int kAxes>
void Ground<kAxes>::read_room(const VolumeSource& free, const Options& options, int threads,
                              Progress& progress) {
  require_memory(kMemoryUser, host_memory(), 3 * 8 * shape_.word_count());
  auto [reading, clearing] =
      progress_parts(progress, 1, options.clearance == Clearance::kDisc ? 3 : 0);
  room_.emplace(read_volume(free, threads, reading));
  if (options.clearance == Clearance::kDisc) {
    room_.emplace(clear_of_walls(*room_, options.spacing, options.radius, threads, clearing));
  }
  count_room();
  if (free_part_ == 0) {
    throw InvalidInput(std::string("the arena has no free place for a ") + name_of_disc(kAxes) +
                       " of radius=" + short_number(options.radius) +
                       "; use a smaller radius, or an image with more foreground, which is free");
  }
  rules_.width = shape_.width;
  rules_.height = shape_.height;
  rules_.words_per_row = shape_.words_per_row();
  rules_.room = room_->words();
}

// The bounds of centres may pass through voxels.
template <int kAxes>
void Ground<kAxes>::count_room() {
  VoxelRange ranges[3];
  for (int i = 0; i < kAxes; ++i) {
    VoxelRange& range = ranges[i];
    range.first = rules_.voxel(rules_.least, i);
    range.last = rules_.voxel(rules_.most, i);
    const double begin = rules_.least.at[i] * rules_.voxels[i];
    const double end = (rules_.most.at[i] + 1.0) * rules_.voxels[i];
    const auto last = static_cast<double>(range.last);
    range.last_part = std::min(1.0, end - last);
    range.first_part = static_cast<double>(range.first) + 1 - begin;
    if (range.first == range.last) range.first_part += range.last_part - 1;
  }
  free_part_ = keep_within(ranges, *room_) / static_cast<double>(shape_.voxel_count());
}

template <int kAxes>
void Ground<kAxes>::read_goals(const Arena& arena) {
  if (arena.goals == nullptr || arena.goals->empty()) {
    throw InvalidInput("motion=goals needs goals: a table with the columns x and y");
  }
  if (std::ssize(*arena.goals) > kMostAgents) {
    throw InvalidInput(std::to_string(arena.goals->size()) + " goals are too many; use at most " +
                       std::to_string(kMostAgents));
  }
  goals_.reserve(arena.goals->size());
  for (std::size_t i = 0; i < arena.goals->size(); ++i) {
    const Place& goal = (*arena.goals)[i];
    const Place place = from_corner(goal, arena.goals_from_middle);
    const std::optional<Point<kAxes>> point = point_at(place);
    if (!point || !is_inside(place)) {
      throw InvalidInput("goal " + std::to_string(i + 1) + " at " + text_of(goal, kAxes) +
                         (point ? " is outside the arena" : " is not a place in the arena"));
    }
    goals_.push_back(*point);
  }
  rules_.goals = goals_.data();
  rules_.goal_count = std::ssize(goals_);
}

template <int kAxes>
void Ground<kAxes>::read_field(const Arena& arena, int threads, Progress& progress) {
  field_ = read_moves<kAxes>(arena, rules_.step, threads, progress);
  rules_.width = shape_.width;
  rules_.height = shape_.height;
  rules_.field = field_.data();
}

template <int kAxes>
Place Ground<kAxes>::place_of(const Point<kAxes>& point) const {
  Place place{0, 0, middle_};
  for (std::size_t i = 0; i < kAxes; ++i) place[i] = point.at[i] * unit_;
  return place;
}

template <int kAxes>
Place Ground<kAxes>::from_corner(const Place& place, bool from_middle) const {
  Place moved = place;
  for (std::size_t i = 0; from_middle && i < kAxes; ++i) moved[i] += spacing_[i] / 2;
  return moved;
}

template <int kAxes>
std::optional<Point<kAxes>> Ground<kAxes>::point_at(const Place& place) const {
  Point<kAxes> point;
  for (std::size_t i = 0; i < kAxes; ++i) {
    const double units = std::rint(place[i] / unit_);
    if (!(std::abs(units) <= static_cast<double>(kMostUnits))) return {};
    point.at[i] = static_cast<std::int32_t>(units);
    if (point.at[i] == rules_.least.at[i] - 1) ++point.at[i];
    if (point.at[i] == rules_.most.at[i] + 1) --point.at[i];
  }
  return point;
}

template <int kAxes>
bool Ground<kAxes>::is_inside(const Place& place) const {
  const Index sides = sides_of(shape_);
  for (std::size_t i = 0; i < kAxes; ++i) {
    if (!(place[i] >= 0 && place[i] <= static_cast<double>(sides[i]) * spacing_[i])) return false;
  }
  return true;
}

template <int kAxes>
std::int32_t Ground<kAxes>::first_in_voxel(std::int64_t voxel, int axis) const {
  const auto i = static_cast<std::size_t>(axis);
  const double first = std::ceil(static_cast<double>(voxel) / rules_.voxels[i]);
  Point<kAxes> point{};
  point.at[i] = static_cast<std::int32_t>(first);
  // The quotient's rounding may be off by one.
  while (point.at[i] > 0 && rules_.voxel(point, axis) >= voxel) --point.at[i];
  while (rules_.voxel(point, axis) < voxel) ++point.at[i];
  return point.at[i];
}

template class Ground<2>;
template class Ground<3>;

}  // namespace bitvox::agents
