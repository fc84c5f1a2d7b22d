// SPDX-License-Identifier: BSD-2-Clause
#include "ops/flow/flow.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "core/backends/run_on.hpp"
#include "core/error.hpp"
#include "core/options/check_fields.hpp"
#include "core/options/number.hpp"
#include "core/threads/onward.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/flow/flow_run.hpp"
#include "ops/flow/flow_watched_outputs.hpp"

namespace bitvox::flow {
namespace {

constexpr double kGpuPaysUpdates = 1 << 22;  // of cells: below, the CPU needs less than 0.1 s

void check_number(std::string_view name, std::int64_t value, const Range& range) {
  range_check()->value({name, range}, value);
}

// Where the flow is to become steady.
void refuse_moving_bodies(const Options& options) {
  for (const Body& body : read_bodies(options.bodies).bodies) {
    if (!body.free() && length_of(body.velocity) == 0 && length_of(body.spin) == 0) continue;
    throw InvalidInput("bodies, line " + std::to_string(body.line) +
                       ": a flow around a body that moves does not become steady; leave out its "
                       "density=, velocity= and spin=, or steady=");
  }
}

void check(const Input& in, const Options& options, const Outputs& out) {
  check_fields(options);
  if (options.ramp > options.steps) {
    throw InvalidInput("ramp=" + std::to_string(options.ramp) +
                       " is not allowed; use 0 to steps, which is " +
                       std::to_string(options.steps));
  }
  if (options.steady != 0) refuse_moving_bodies(options);
  const double wall_mach = length_of(options.wall) * kMachPerSpeed;
  if (options.any(Face::kMoving) && wall_mach > kMostMach) {
    throw InvalidInput("the walls move with a Mach number of " + short_number(wall_mach, 4) +
                       "; it must not exceed 0.3, which is 0.1732 voxels a step");
  }
  static constexpr const char* kPairNames[] = {"left and right", "top and bottom",
                                               "front and back"};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if ((options.faces()[2 * axis] == Face::kPeriodic) !=
        (options.faces()[2 * axis + 1] == Face::kPeriodic)) {
      throw InvalidInput(std::string("only one of the faces ") + kPairNames[axis] +
                         " is periodic; both are, or none");
    }
  }
  // What depends on the volume, or on other options, where somebody wants it.
  if (out.movie != nullptr || out.particles != nullptr || out.bodies != nullptr) {
    check_number("frames", options.frames, within(1, static_cast<double>(options.steps)));
  }
  if (out.movie != nullptr) {
    const std::int64_t planes = planes_of(in.shape(), options.plane);
    check_number("position", options.position,
                 within(0, static_cast<double>(planes - 1)).or_number(-1, "the middle"));
  }
  if (in.fractions != nullptr && in.fractions->type() != PixelType::kUint8) {
    throw InvalidInput("fractions are 8-bit values, 0 to 255; the image has others");
  }
}

// With the force that acts.
Options with_force(const Options& given) {
  Options options = given;
  options.force = acting_force(given);
  return options;
}

// Where a face is closed along an axis, pressure carries a force along it.
Expectation expectation(const Shape& shape, const std::vector<std::uint8_t>& solid,
                        const Options& options, int threads, Progress& progress) {
  const Spaces spaces = measure_spaces(shape, solid, options.faces(), threads, progress);
  double shortest = 0;
  for (const std::int64_t side : {shape.width, shape.height, shape.depth}) {
    if (side > 1 && (shortest == 0 || static_cast<double>(side) < shortest)) {
      shortest = static_cast<double>(side);
    }
  }
  Vector force = *options.force;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (const Face face : {options.faces()[2 * axis], options.faces()[2 * axis + 1]}) {
      if (face == Face::kClosed || face == Face::kMoving) force[axis] = 0;
    }
  }
  const double diameter =
      spaces.surface > 0 ? 4 * spaces.fluid / spaces.surface : std::max(shortest, 1.0);
  Expectation expected;
  expected.fluid = spaces.fluid;
  expected.force = *options.force;
  expected.length = options.length > 0 ? options.length : diameter;
  const double pull = length_of(force);
  const double free_fall = pull * static_cast<double>(options.steps);
  const double steady = pull * diameter * diameter / (16 * options.viscosity);
  expected.speed = spaces.surface > 0 ? std::min(free_fall, steady) : free_fall;
  if (options.any(Face::kMoving)) {
    expected.speed = std::max(expected.speed, length_of(options.wall));
  }
  for (const Body& body : read_bodies(options.bodies).bodies) {
    expected.speed = std::max(expected.speed, length_of(body.velocity));
  }
  expected.mach = expected.speed * kMachPerSpeed;
  expected.cell_reynolds = expected.speed / options.viscosity;
  return expected;
}

// A force along an axis with a closed face is carried by pressure, which is no dead end; where the
// sides are periodic there may be a way round.
bool is_dead_end(const Shape& shape, const std::vector<std::uint8_t>& solid, const Options& options,
                 int threads, Progress& progress) {
  if (options.any(Face::kMoving) || !options.bodies.empty()) return false;
  const auto is = [&](std::size_t axis, Face kind) {
    return options.faces()[2 * axis] == kind || options.faces()[2 * axis + 1] == kind;
  };
  const std::array<std::int64_t, 3> size{shape.width, shape.height, shape.depth};
  bool any = false;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if ((*options.force)[axis] == 0 || is(axis, Face::kClosed)) continue;
    for (std::size_t side = 0; side < 3; ++side) {
      if (side != axis && size[side] > 1 && is(side, Face::kPeriodic)) return false;
    }
    if (joins_ends(shape, solid, axis, threads, progress)) return false;
    any = true;
  }
  return any;
}

// Of the mean velocity, relative to the latter.
double change_between(const Vector& before, const Vector& now) {
  const double size = length_of(now);
  return size > 0 ? length_of(add(now, before, -1)) / size : 0;
}

}  // namespace

Vector acting_force(const Options& options) {
  if (options.force) return *options.force;
  const BodyText text = read_bodies(options.bodies);
  const bool moves = std::any_of(text.bodies.begin(), text.bodies.end(), [](const Body& body) {
    return length_of(body.velocity) > 0 || length_of(body.spin) > 0;
  });
  if (options.any(Face::kMoving) || moves || length_of(text.gravity) > 0) return {};
  return {0, 0, 1e-5};
}

// Where the GPU's memory does not suffice the CPU's may.
void refuse_too_large(const Shape& shape, const Options& options, Progress& progress) {
  const Backend backend =
      choose_backend(requested_backend(options.backend), GpuUse::kPays, &progress);
  if (!backend.instructions) return;
  const std::int64_t of_populations = kSlots * (options.precision == 16 ? 2 : 4);
  require_memory(kFlowUser, host_memory(), shape.voxel_count() * (of_populations + 4 + 1));
}

Expectation expect(const Input& in, const Options& given, Progress& progress) {
  check(in, given, {});
  const Options options = with_force(given);
  refuse_too_large(in.shape(), options, progress);
  const int threads = thread_count(options.threads);
  auto [reading, measuring, joining] = progress_parts(progress, 5, 3, 2);
  const auto solid = read_solid(in, options.phase, threads, reading);
  Expectation expected = expectation(in.shape(), solid, options, threads, measuring);
  StandingProgress standing(joining);
  expected.dead_end = is_dead_end(in.shape(), solid, options, threads, standing);
  progress.report(1, 1);
  return expected;
}

Result simulate(const Input& in, const Options& given, const Outputs& out, Progress& whole) {
  const Stopwatch clock;
  Onward progress(whole);
  check(in, given, out);
  const Options options = with_force(given);
  const int threads = thread_count(options.threads);
  refuse_too_large(in.shape(), options, progress);
  auto [reading, measuring, sorting, rest] = progress_parts(progress, 8, 1, 1, 990);
  Progress& flowing = rest;
  std::vector<std::uint8_t> solid = read_solid(in, options.phase, threads, reading);
  const Expectation expected = expectation(in.shape(), solid, options, threads, measuring);
  const Grid grid = make_grid(in.shape(), std::move(solid), options, threads, sorting);
  StandingProgress comparing(flowing);
  const Bodies bodies(grid, read_bodies(options.bodies), comparing);

  WatchedOutputs watched(out);
  Pictures pictures(grid, bodies.all().size(), options, watched.outputs());

  Result result;
  const Job job{grid, bodies, options, pictures, clock};
  const double updates = expected.fluid * static_cast<double>(options.steps);
  const Ran ran = run_on(
      options.backend, updates < kGpuPaysUpdates ? GpuUse::kTooSmall : GpuUse::kPays, result.run,
      [&](Gpu) {
        return run(
            job,
            [&](Bodies& moving, Progress& part) {
              return make_cells_cuda(grid, moving, options, part);
            },
            flowing);
      },
      [&](InstructionSet instructions) {
        return run(
            job,
            [&](Bodies& moving, Progress& part) {
              return make_cells_cpu(grid, moving, options, instructions, threads, part);
            },
            flowing);
      },
      watched.watch(), &progress);
  const double wall = options.any(Face::kMoving) ? length_of(options.wall) : 0;
  result.fluid = expected.fluid;
  result.steps = options.steps;
  result.tau = 0.5 + 3 * options.viscosity;
  result.length = expected.length;
  result.mean_velocity = ran.totals.velocity;
  result.max_speed = std::max(ran.totals.speed, wall);
  result.mass_change = ran.totals.excess;
  result.reynolds = result.max_speed * result.length / options.viscosity;
  result.mach = std::max(ran.fastest, wall) * kMachPerSpeed;
  result.mach_step = ran.fastest > wall ? ran.fastest_step : 0;
  result.steady_step = ran.steady_step;
  result.steady_change = ran.steady_change;
  result.overlap = ran.overlaps.largest;
  result.overlap_steps = ran.overlaps.steps;
  result.change = change_between(ran.before, ran.totals.velocity);
  result.seconds = ran.seconds;
  progress.say("");
  progress.report(1, 1);
  return result;
}

}  // namespace bitvox::flow
