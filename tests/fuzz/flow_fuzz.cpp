// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <array>
#include <memory>
#include <string>

#include "core/options/number.hpp"
#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"
#include "ops/flow/flow.hpp"

namespace bitvox::flow {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

// Both of two opposite ones are periodic, or none.
Faces faces(FuzzBytes& bytes) {
  Faces faces;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const bool is_periodic = bytes.between(0, 3) == 0;
    for (std::size_t face = 2 * axis; face < 2 * axis + 2; ++face) {
      faces[face] =
          is_periodic ? Face::kPeriodic : bytes.one_of({Face::kClosed, Face::kFree, Face::kMoving});
    }
  }
  if (bytes.rarely()) faces[static_cast<std::size_t>(bytes.between(0, 5))] = Face::kPeriodic;
  return faces;
}

Vector vector(FuzzBytes& bytes, double most) {
  Vector vector;
  for (std::size_t a = 0; a < 3; ++a) vector[a] = bytes.number(-most, most);
  return vector;
}

std::string text(FuzzBytes& bytes, double least, double most) {
  return short_number(bytes.number(least, most));
}

std::string three(FuzzBytes& bytes, double most) {
  std::string three;
  for (const char* const end : {",", ",", ""}) three += text(bytes, -most, most) + end;
  return three;
}

// A line about a body that is within the volume.
std::string body(FuzzBytes& bytes, const Shape& shape, const Faces& faces) {
  const std::array<std::int64_t, 3> sides{shape.width, shape.height, shape.depth};
  const bool is_sphere = bytes.yes();
  const std::int64_t shortest = *std::min_element(sides.begin(), sides.end());
  const double radius = bytes.number(0.5, std::max(0.5, 0.4 * static_cast<double>(shortest)));
  std::string size, centre;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto side = static_cast<double>(sides[axis]);
    const double half = is_sphere ? radius : bytes.number(0.5, std::max(0.5, 0.3 * side));
    const double edge = faces[2 * axis] == Face::kPeriodic ? -0.5 : half - 0.5;
    const char* const end = axis < 2 ? "," : "";
    size += short_number(2 * half) + end;
    centre += text(bytes, edge, side - 1 - edge) + end;
  }
  std::string line = is_sphere ? "sphere radius=" + short_number(radius) : "box size=" + size;
  line += " centre=" + centre + " velocity=" + three(bytes, 0.1);
  line += " spin=" + three(bytes, 0.05);
  return line;
}

class FuzzBodies final : public BodySink {
 public:
  explicit FuzzBodies(test::Bits& bits) : bits_(bits) {}
  void write_frame(std::int64_t frame, BodyStates&& bodies) override {
    bits_.add(frame).add(bodies.centres).add(bodies.velocities).add(bodies.spins);
    bits_.add(bodies.forces).add(bodies.torques).add(bodies.radii).add(bodies.halves);
  }

 private:
  test::Bits& bits_;
};

FuzzRun make(FuzzBytes& bytes) {
  const Shape shape = bytes.shape(20, 9, 7);
  const bool is_binary = bytes.yes();
  const auto mask = std::make_shared<BitVolume>(bytes.bits(shape));
  const auto fractions = std::make_shared<GreyVolume>(bytes.grey(shape, PixelType::kUint8));
  Options options;
  fuzz_fields(bytes, options);
  // What rarely suits, or takes long.
  options.faces() = faces(bytes);
  options.wall = vector(bytes, 0.1);
  if (options.force) options.force = vector(bytes, 0.002);
  options.viscosity = bytes.yes() ? bytes.number(0.005, 0.5) : bytes.number(0.0001, 5);
  options.steps = bytes.between(bytes.rarely() ? 0 : 1, 60);
  options.ramp = bytes.yes() ? 0 : bytes.between(0, options.steps);
  options.frames =
      bytes.integer(1, static_cast<int>(std::clamp<std::int64_t>(options.steps, 1, 10)));
  const std::int64_t planes = options.plane == Plane::kXY   ? shape.depth
                              : options.plane == Plane::kXZ ? shape.height
                                                            : shape.width;
  options.position = bytes.between(-1, bytes.rarely() ? planes : planes - 1);
  options.particles = bytes.integer(1, 20);
  const bool has_bodies = bytes.between(0, is_binary ? 7 : 1) == 0;  // among solid few have room
  const std::int64_t bodies = has_bodies ? bytes.between(1, 3) : 0;
  if (has_bodies && !bytes.rarely()) options.steady = 0;  // most of them move
  bool has_free = false;
  for (std::int64_t i = 0; i < bodies; ++i) {
    options.bodies += body(bytes, shape, options.faces());
    if (bytes.yes()) {
      options.bodies += " density=" + text(bytes, 0.6, 3);
      has_free = true;
    }
    options.bodies += "\n";
  }
  if (has_free || bytes.rarely()) options.bodies += "gravity acceleration=" + three(bytes, 0.001);
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    test::Bits bits;
    fuzz::FuzzSink velocity(bits), movie(bits), particles(bits);
    FuzzBodies moved(bits);
    const Result result = simulate(
        {is_binary ? mask.get() : nullptr, is_binary ? nullptr : fractions.get()}, options,
        {&velocity, &movie, &particles, options.bodies.empty() ? nullptr : &moved}, progress);
    bits.add(result.fluid).add(result.max_speed).add(result.mach).add(result.mass_change);
    for (std::size_t a = 0; a < 3; ++a) bits.add(result.mean_velocity[a]);
    return bits;
  };
}

const fuzz::FuzzOperation operation("flow", make);

}  // namespace
}  // namespace bitvox::flow
