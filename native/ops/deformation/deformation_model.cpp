// SPDX-License-Identifier: BSD-2-Clause
#include "ops/deformation/deformation_model.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <string>

#include "core/elementary.hpp"
#include "core/error.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/pulse.hpp"
#include "ops/deformation/deformation_methods.hpp"

namespace bitvox::deformation {
namespace {

constexpr double kOfStable = 0.7;  // a step of so much of what is stable

Vector middle_of(const Nodes& nodes, Pulse& pulse) {
  Vector sum{};
  for (const Vector& place : nodes.places) {
    pulse.beat();
    for (std::size_t axis = 0; axis < 3; ++axis) sum[axis] += place[axis];
  }
  for (double& of_axis : sum) of_axis /= static_cast<double>(nodes.count());
  return sum;
}

// Rest places, all of them free, and what is at slots.
void arrange(const Nodes& nodes, const Neighbours& neighbours, int threads, Progress& progress,
             Model& model) {
  const std::int64_t padded = model.padded(), most = neighbours.most;
  require_memory(kMemoryUser, host_memory(),
                 padded * (2 * static_cast<std::int64_t>(sizeof(Quad)) + 4 * most));
  model.rest = aligned_array<Quad>(padded);
  model.goals = aligned_array<Quad>(padded);
  model.neighbour = aligned_array<std::int32_t>(padded * most);
  parallel_for(model.groups(), threads, progress, [&](std::int64_t group) {
    for (std::int64_t node = group * kGroup; node < (group + 1) * kGroup; ++node) {
      const auto of = static_cast<std::size_t>(node);
      const bool is_node = node < model.count;
      model.goals[of] = model.rest[of] = {};
      for (std::int64_t k = 0; k < most; ++k) {
        const std::int32_t other = is_node ? neighbours.row(node)[k] : -1;
        model.neighbour[static_cast<std::size_t>((group * most + k) * kGroup + node % kGroup)] =
            other < 0 ? static_cast<std::int32_t>(node) : other;
      }
      if (!is_node) continue;
      const auto along = [&](std::size_t axis) {
        return static_cast<float>((nodes.places[of][axis] - model.units.middle[axis]) /
                                  model.units.spacing);
      };
      model.rest[of] = {along(0), along(1), along(2), 1};
    }
  });
  model.rows.neighbours = static_cast<std::int32_t>(most);
  model.rows.neighbour = model.neighbour.get();
  model.rows.rest = model.rest.get();
  model.load.goals = model.goals.get();
  model.load.moves_places = model.moves_places() ? 1 : 0;
}

// The nodes of the layer of cells at a plate, where a uniform strain has them.
void hold(const Nodes& nodes, const Options& options, bool at_far, Pulse& pulse, Model& model) {
  const auto axis = static_cast<std::size_t>(options.direction);
  const std::int64_t layer = at_far ? nodes.cells[axis] - 1 : 0;
  const double change = options.load == Load::kBall          ? 0
                        : options.load == Load::kCompression ? -options.strain
                                                             : options.strain;
  std::int64_t held = 0;
  for (std::int64_t node = 0; node < model.count; ++node) {
    pulse.beat();
    const auto of = static_cast<std::size_t>(node);
    if (nodes.cell_at(nodes.cell_of[of])[axis] != layer) continue;
    const double from_plate = (nodes.places[of][axis] - nodes.corner[axis]) / model.units.spacing;
    std::array<float, 3> goal{};
    goal[options.load == Load::kShear ? (axis + 1) % 3 : axis] =
        static_cast<float>(change * from_plate);
    model.rest[of].w = 0;
    model.goals[of] = {goal[0], goal[1], goal[2], 0};
    ++held;
  }
  if (held == 0) {
    throw InvalidInput(std::string("no node lies at the ") + (at_far ? "far" : "near") +
                       " plate; use more nodes");
  }
}

void place_ball(const Nodes& nodes, const Options& options, Model& model) {
  const auto axis = static_cast<std::size_t>(options.direction);
  const std::size_t first = axis == 0 ? 1 : 0, second = axis == 2 ? 1 : 2;
  const double radius = options.ball_radius > 0
                            ? options.ball_radius
                            : std::min(nodes.size[first], nodes.size[second]) / 4;
  Vector start{};
  start[first] = nodes.corner[first] + options.ball_first * nodes.size[first];
  start[second] = nodes.corner[second] + options.ball_second * nodes.size[second];
  start[axis] = nodes.corner[axis] + nodes.size[axis] + radius;
  Vector way{};
  way[axis] = -options.strain * nodes.size[axis];
  const Units& units = model.units;
  const auto in_spacings = [&](double length) {
    return static_cast<float>(length / units.spacing);
  };
  model.load.has_ball = 1;
  model.load.radius = in_spacings(radius);
  model.load.start = {in_spacings(start[0] - units.middle[0]),
                      in_spacings(start[1] - units.middle[1]),
                      in_spacings(start[2] - units.middle[2])};
  model.load.way = {in_spacings(way[0]), in_spacings(way[1]), in_spacings(way[2])};
}

void choose_step(const Stiffness& stiffness, const Options& options, Model& model) {
  Units& units = model.units;
  const double of_time = units.spacing * std::sqrt(options.density / options.modulus);
  const double damped = model.method == Method::kMassSpring ? 1 + 2 * options.spring_damping : 1;
  const double squared = stiffness.highest * damped;
  units.stiff_step = options.time_step > 0 ? options.time_step / of_time
                                           : kOfStable * 2 / std::sqrt(squared > 0 ? squared : 1);
  units.step = units.stiff_step * of_time;
  units.force =
      options.modulus * units.spacing * units.spacing / units.stiff_step / units.stiff_step;
  units.energy = units.force * units.spacing;
  units.momentum = units.force * units.step;
  const double speed =
      options.load == Load::kShear ? std::sqrt(1 / (2 * (1 + options.poisson))) : 1;
  model.crossing = model.length / units.spacing / units.stiff_step / speed;
  model.rows.constants.scale =
      static_cast<float>(stiffness.scale * units.stiff_step * units.stiff_step);
  model.rows.constants.keep = static_cast<float>(
      elementary::exp_of(-2 * options.damping * std::numbers::pi / model.crossing));
}

RotationUnit rotation_of(const Model& model, Pulse& pulse) {
  double squared_radius = 0;
  std::array<double, 9> sums{};
  for (std::int64_t node = 0; node < model.count; ++node) {
    pulse.beat();
    const Vector at = model.rest_of(node);
    squared_radius = std::max(squared_radius, at[0] * at[0] + at[1] * at[1] + at[2] * at[2]);
    for (std::size_t i = 0; i < 9; ++i) sums[i] += at[i / 3] * at[i % 3];
  }
  if (squared_radius == 0) squared_radius = 1;
  // Sums of products of at most 2 fit 64 bits, and each one the digits of a double.
  const int bits =
      std::min(40, 60 - static_cast<int>(std::bit_width(static_cast<std::uint64_t>(model.count))));
  RotationUnit out{};
  out.scale = std::ldexp(1.0, bits) / squared_radius;
  out.limit = 2 * std::sqrt(squared_radius);
  for (std::size_t i = 0; i < 9; ++i) out.at_rest[i] = sums[i] * out.scale;
  return out;
}

}  // namespace

Model make_model(const Nodes& nodes, const Neighbours& neighbours, const Options& options,
                 int threads, Progress& progress) {
  const auto axis = static_cast<std::size_t>(options.direction);
  Model model;
  model.method = options.method;
  model.count = nodes.count();
  model.units.spacing = nodes.spacing();
  Pulse pulse(progress);
  model.units.middle = middle_of(nodes, pulse);
  arrange(nodes, neighbours, threads, progress, model);
  hold(nodes, options, false, pulse, model);
  if (options.load == Load::kBall) {
    place_ball(nodes, options, model);
  } else {
    hold(nodes, options, true, pulse, model);
  }
  const Stiffness stiffness =
      fill_method(model, options, neighbours.reach / model.units.spacing, threads, progress);
  model.length = nodes.size[axis];
  choose_step(stiffness, options, model);
  model.rotation = rotation_of(model, pulse);
  return model;
}

}  // namespace bitvox::deformation
