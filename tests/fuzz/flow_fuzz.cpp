// SPDX-License-Identifier: BSD-2-Clause
#include <memory>
#include <string>

#include "core/number.hpp"
#include "fuzz_operation.hpp"
#include "ops/flow/flow.hpp"

namespace bitvox::flow {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

FuzzRun make(FuzzBytes& bytes) {
  const Shape shape = bytes.shape(20, 9, 7);
  const auto volume = std::make_shared<GreyVolume>(bytes.grey(shape, PixelType::kUint8));
  Options options;
  options.fluid = bytes.one_of({Phase::kForeground, Phase::kBackground});
  for (Face& face : options.faces) {
    face = bytes.one_of({Face::kClosed, Face::kFree, Face::kPeriodic, Face::kMoving});
  }
  for (double& part : options.wall_velocity) part = bytes.number(-0.2, 0.2);
  for (double& part : options.force) part = bytes.number(-0.011, 0.011);
  options.viscosity = bytes.number(0, 5.1);
  options.collision = bytes.one_of({Collision::kTrt, Collision::kBgk});
  options.steps = bytes.between(0, 60);
  options.frames = bytes.integer(0, 10);
  options.plane = bytes.one_of({Plane::kXY, Plane::kXZ, Plane::kYZ});
  options.position = bytes.integer(-2, 8);
  options.particles = bytes.integer(0, 20);
  const std::int64_t bodies = bytes.between(0, 3);
  for (std::int64_t i = 0; i < bodies; ++i) {
    const auto number = [&](double least, double most) {
      return short_number(bytes.number(least, most));
    };
    const auto three = [&](double least, double most) {
      return number(least, most) + "," + number(least, most) + "," + number(least, most);
    };
    options.bodies += bytes.yes() ? "sphere radius=" + number(0.4, 5) : "box size=" + three(0.4, 5);
    options.bodies += " centre=" + three(-1, 12);
    options.bodies += " velocity=" + three(-0.18, 0.18) + " spin=" + three(-1, 1);
    if (bytes.yes()) options.bodies += " density=" + number(0.5, 3);
    options.bodies += "\ngravity acceleration=" + three(-0.01, 0.01) + "\n";
  }
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    test::Bits bits;
    fuzz::FuzzSink velocity(bits), movie(bits), particles(bits), moved(bits);
    const Result result = simulate(
        {nullptr, volume.get()}, options,
        {&velocity, &movie, &particles, options.bodies.empty() ? nullptr : &moved}, progress);
    bits.add(result.fluid).add(result.max_speed).add(result.mach).add(result.mass_change);
    for (const double u : result.mean_velocity) bits.add(u);
    return bits;
  };
}

const fuzz::FuzzOperation operation("flow", make);

}  // namespace
}  // namespace bitvox::flow
