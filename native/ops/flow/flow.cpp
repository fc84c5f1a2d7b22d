// SPDX-License-Identifier: BSD-2-Clause
#include "ops/flow/flow.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/error.hpp"
#include "core/number.hpp"
#include "core/parallel.hpp"
#include "ops/flow/flow_cells.hpp"
#include "ops/flow/flow_pictures.hpp"

namespace bitvox::flow {
namespace {

constexpr double kMostMach = 0.3;
constexpr std::int64_t kStepsBetween = 50;  // looks at the whole field
constexpr double kMachPerSpeed = std::numbers::sqrt3;

void check_range(const std::string& name, double value, double least, double most) {
  if (!(value >= least && value <= most)) {
    throw InvalidInput(name + "=" + short_number(value) + " is not allowed; use " +
                       short_number(least) + " to " + short_number(most));
  }
}

bool any_face(const Options& options, Face kind) {
  return std::find(options.faces.begin(), options.faces.end(), kind) != options.faces.end();
}

void check(const Input& in, const Options& options, const Outputs& out) {
  check_range("viscosity", options.viscosity, 1e-4, 5);
  check_range("steps", static_cast<double>(options.steps), 1, 1e9);
  if (options.length != 0) check_range("length", options.length, 1e-3, 1e6);
  for (const double part : options.force) check_range("force", part, -0.01, 0.01);
  for (const double part : options.wall_velocity) check_range("wall", part, -1, 1);
  const double wall_mach = length_of(options.wall_velocity) * kMachPerSpeed;
  if (any_face(options, Face::kMoving) && wall_mach > kMostMach) {
    throw InvalidInput("the walls move with a Mach number of " + short_number(wall_mach, 3) +
                       "; it must not exceed 0.3, which is 0.173 voxels a step");
  }
  static constexpr const char* kPairNames[] = {"left and right", "top and bottom",
                                               "front and back"};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if ((options.faces[2 * axis] == Face::kPeriodic) !=
        (options.faces[2 * axis + 1] == Face::kPeriodic)) {
      throw InvalidInput(std::string("only one of the faces ") + kPairNames[axis] +
                         " is periodic; both are, or none");
    }
  }
  if (out.movie != nullptr || out.particles != nullptr || out.bodies != nullptr) {
    const std::int64_t most = std::min<std::int64_t>(options.steps, 100000);
    check_range("frames", static_cast<double>(options.frames), 1, static_cast<double>(most));
  }
  if (out.movie != nullptr) {
    check_range("position", static_cast<double>(options.position), -1,
                static_cast<double>(planes_of(in.shape(), options.plane) - 1));
  }
  if (out.particles != nullptr) {
    check_range("particles", static_cast<double>(options.particles), 1, 1e6);
  }
  if (in.fractions != nullptr && in.fractions->type() != PixelType::kUint8) {
    throw InvalidInput("fractions are 8-bit values, 0 to 255; the image has others");
  }
}

Rates rates_of(const Options& options) {
  const double tau = 0.5 + 3 * options.viscosity;
  const double other = options.collision == Collision::kBgk ? tau : 0.5 + 3.0 / 16 / (tau - 0.5);
  Rates rates{};
  rates.plus = static_cast<float>(1 / tau);
  rates.half_plus = static_cast<float>(0.5 / tau);
  rates.half_minus = static_cast<float>(0.5 / other);
  rates.source = static_cast<float>(1 - 0.5 / tau);
  for (std::size_t a = 0; a < 3; ++a) {
    rates.force[a] = static_cast<float>(options.force[a]);
    rates.half_force[a] = static_cast<float>(options.force[a] / 2);
  }
  for (int p = 0; p < kPairs; ++p) {
    double along = 0;
    for (int a = 0; a < 3; ++a) {
      along += direction(2 * p + 1, a) * options.force[static_cast<std::size_t>(a)];
    }
    rates.along[p] = static_cast<float>(9 * along);
    rates.push[p] = static_cast<float>(3 * (p < 3 ? 1.0 / 18 : 1.0 / 36) * along);
  }
  return rates;
}

// Where a face is closed along an axis, pressure carries a force along it.
Expectation expectation(const Shape& shape, const std::vector<std::uint8_t>& solid,
                        const Options& options) {
  const Spaces spaces = measure_spaces(shape, solid, options.faces);
  double shortest = 0;
  for (const std::int64_t side : {shape.width, shape.height, shape.depth}) {
    if (side > 1 && (shortest == 0 || static_cast<double>(side) < shortest)) {
      shortest = static_cast<double>(side);
    }
  }
  std::array<double, 3> force = options.force;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (const Face face : {options.faces[2 * axis], options.faces[2 * axis + 1]}) {
      if (face == Face::kClosed || face == Face::kMoving) force[axis] = 0;
    }
  }
  const double diameter =
      spaces.surface > 0 ? 4 * spaces.fluid / spaces.surface : std::max(shortest, 1.0);
  Expectation expected;
  expected.fluid = spaces.fluid;
  expected.length = options.length > 0 ? options.length : diameter;
  const double pull = length_of(force);
  const double free_fall = pull * static_cast<double>(options.steps);
  const double steady = pull * diameter * diameter / (16 * options.viscosity);
  expected.speed = spaces.surface > 0 ? std::min(free_fall, steady) : free_fall;
  if (any_face(options, Face::kMoving)) {
    expected.speed = std::max(expected.speed, length_of(options.wall_velocity));
  }
  for (const Body& body : read_bodies(options.bodies).bodies) {
    expected.speed = std::max(expected.speed, length_of(body.velocity));
  }
  expected.mach = expected.speed * kMachPerSpeed;
  expected.cell_reynolds = expected.speed / options.viscosity;
  return expected;
}

InstructionSet instructions_for(const Options& options, RunReport& run, Progress& progress) {
  if (options.backend == "cuda") {
    throw InvalidInput(
        "backend 'cuda' is not available: flow runs on the CPU so far; use auto, avx512, avx2 or "
        "scalar");
  }
  std::string name = requested_backend(options.backend);
  if (name == "cuda") name = "auto";  // of the environment, for commands that can
  const Backend backend = choose_backend(name, GpuUse::kTooSmall, &progress);
  run.backend = backend.name;
  return *backend.instructions;
}

// Too fast: faster than a voxel a step nothing is but what grows without end.
void refuse_unstable(const Totals& totals, std::int64_t step) {
  const double mach = totals.speed * kMachPerSpeed;
  if (totals.finite && mach <= kMostMach) return;
  const std::string found = totals.finite && totals.speed <= 1
                                ? "reached a Mach number of " + short_number(mach, 3)
                                : "became unstable";
  throw InvalidInput("the flow " + found + " by step " + std::to_string(step) +
                     ": use a smaller force or wall, or a larger viscosity; the Mach number must "
                     "stay below 0.3");
}

// Steps until the next thing is due.
std::int64_t next_stop(std::int64_t step, const Options& options, std::int64_t frames,
                       std::int64_t frame) {
  std::int64_t next = std::min(options.steps, step + kStepsBetween);
  if (frames > 0) next = std::min(next, options.steps * (frame + 1) / frames);
  return next;
}

}  // namespace

Expectation expect(const Input& in, const Options& options, Progress& progress) {
  check(in, options, {});
  const int threads = thread_count(options.threads);
  const auto solid = read_solid(in, options.fluid, threads, progress);
  return expectation(in.shape(), solid, options);
}

Result simulate(const Input& in, const Options& options, const Outputs& out, Progress& progress) {
  const auto began = std::chrono::steady_clock::now();
  check(in, options, out);
  const int threads = thread_count(options.threads);
  Result result;
  const InstructionSet instructions = instructions_for(options, result.run, progress);
  PhaseProgress reading(progress, 0, 10);
  PhaseProgress starting(progress, 10, 15);
  StandingProgress clearing(progress, 15);
  PhaseProgress writing(progress, 980, 1000);
  std::vector<std::uint8_t> solid = read_solid(in, options.fluid, threads, reading);
  const Expectation expected = expectation(in.shape(), solid, options);
  const Grid grid = make_grid(in.shape(), std::move(solid), options, threads, starting);
  Bodies bodies(grid, read_bodies(options.bodies), 0.5 + 3 * options.viscosity);
  Cells cells(grid, bodies.empty() ? nullptr : &bodies, rates_of(options), instructions, threads,
              clearing);
  Pictures pictures(grid, bodies, options, out);
  const std::int64_t frames = pictures.has_frames() ? options.frames : 0;
  double fastest = 0;
  std::int64_t frame = 0;
  Totals totals;
  for (std::int64_t step = 0; step < options.steps;) {
    const std::int64_t next = next_stop(step, options, frames, frame);
    const auto part = [&](std::int64_t at) { return 20 + 960 * at / options.steps; };
    PhaseProgress steps(progress, part(step), part(next));
    cells.run(next - step, pictures.particles(), steps);
    step = next;
    StandingProgress standing(progress, part(step));
    totals = cells.totals(standing);
    refuse_unstable(totals, step);
    fastest = std::max(fastest, totals.speed);
    progress.say("step " + std::to_string(step) + ", largest speed " +
                 short_number(totals.speed, 3) + " voxels a step");
    if (frames > 0 && step == options.steps * (frame + 1) / frames) {
      pictures.add_frame(frame++, cells);
    }
  }
  const double wall = any_face(options, Face::kMoving) ? length_of(options.wall_velocity) : 0;
  result.fluid = expected.fluid;
  result.steps = options.steps;
  result.tau = 0.5 + 3 * options.viscosity;
  result.length = expected.length;
  result.mean_velocity = totals.velocity;
  result.max_speed = std::max(totals.speed, wall);
  result.mass_change = totals.excess;
  result.reynolds = result.max_speed * result.length / options.viscosity;
  result.mach = std::max(fastest, wall) * kMachPerSpeed;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  pictures.write_velocity(cells, writing);
  progress.say("");
  progress.report(1, 1);
  return result;
}

}  // namespace bitvox::flow
