// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/backends/dispatch.hpp"
#include "core/options/terms.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/grey_volume.hpp"
#include "core/volumes/slice_sink.hpp"
#include "core/volumes/volume_source.hpp"
#include "ops/flow/flow_body_states.hpp"
#include "ops/flow/flow_vectors.hpp"

namespace bitvox::flow {

// Flow of a fluid with inertia (Navier-Stokes, weakly compressible) around and through the solid of
// a volume, step after step from rest, by the lattice Boltzmann method: 19 velocities (D3Q19), a
// collision with two relaxation times whose product Lambda = (tau - 1/2) (tau' - 1/2) is 3/16
// (Ginzburg and others 2008), or one (BGK; Qian and others 1992), driven by a body force (Guo and
// others 2002) and by moving walls.
//
// Units: the voxel, the step, and the density of the fluid at rest, 1. The viscosity nu is in
// voxel^2 / step, tau = 3 nu + 1/2; the force is that on a voxel of fluid.
//
// Solid: voxels that are not fluid; walls lie half-way between their centres and those of fluid
// (half-way bounce-back). Of a volume of fractions, 0 to 255, 255 is a voxel of the phase; one that
// is partly solid, by epsilon, obstructs in part, by
// B = epsilon (tau - 1/2) / ((1 - epsilon) + (tau - 1/2)) (Noble and Torczynski 1998).
//
// Precision: populations are stored as floats, or as halves (IEEE binary16) of their difference
// from rest times 2^15 (Lehmann and others 2022), rounded by chance so that slow changes are not
// lost: see permeability_dither.inl. All is computed in floats.
//
// Border: each of the six faces is closed (a wall at rest, half a voxel beyond the last centres),
// moving (a wall with a velocity, through which fluid comes where it points inwards), free (the
// density beyond is that at rest, the velocity that of the last voxel: anti-bounce-back), or
// periodic together with its opposite. Where two meet at an edge, closed goes before moving, and
// moving before free.
//
// Bodies: spheres and boxes that move through the fluid, as prescribed, or free: pushed and turned
// by the fluid, by gravity, and by springs where they are nearer than a voxel to one another, walls
// and solid, which give back 0.3 of the energy. What springs do not stop is stopped where it
// touches: without rebound, friction, or loss of momentum, by the one impulse that keeps all apart
// (J. J. Moreau, "Numerical aspects of the sweeping process", Computer Methods in Applied Mechanics
// and Engineering 177 (1999) 329-349). Bodies without a density are stopped by nothing. They cover
// voxels, in part at their surfaces, by the same B, and what is within them moves with them (Feng
// and Michaelides 2009 for its inertia). A text has a body a line:
//
//     sphere centre=X,Y,Z radius=R velocity=X,Y,Z spin=X,Y,Z density=D   # a comment
//     box    centre=X,Y,Z size=X,Y,Z velocity=X,Y,Z spin=X,Y,Z density=D
//     gravity acceleration=X,Y,Z
//
// Centres of voxels are whole numbers; a body with a density (that of the fluid is 1) is free, and
// weighs what it is denser; velocity and spin are 0 where they are left out. A box begins along the
// axes.
//
// Y. H. Qian, D. d'Humières, P. Lallemand, "Lattice BGK models for Navier-Stokes equation",
// Europhysics Letters 17 (1992) 479-484. D. R. Noble, J. R. Torczynski, "A lattice-Boltzmann method
// for partially saturated computational cells", International Journal of Modern Physics C 9 (1998)
// 1189-1201. Z. Guo, C. Zheng, B. Shi, "Discrete lattice effects on the forcing term in the lattice
// Boltzmann method", Physical Review E 65 (2002) 046308. I. Ginzburg, F. Verhaeghe, D. d'Humières,
// "Two-relaxation-time lattice Boltzmann scheme", Communications in Computational Physics 3 (2008)
// 427-478. Z.-G. Feng, E. E. Michaelides, "Robust treatment of no-slip boundary condition and
// velocity updating for the lattice-Boltzmann simulation of particulate flows", Computers & Fluids
// 38 (2009) 370-381. M. Lehmann and others, "Accuracy and performance of the lattice Boltzmann
// method with 64-bit, 32-bit, and customized 16-bit number formats", Physical Review E 106 (2022)
// 015308.

enum class Face { kClosed, kFree, kPeriodic, kMoving };
enum class Collision { kTrt, kBgk };
enum class Plane { kXY, kXZ, kYZ };

inline constexpr std::size_t kFaces = 6;

struct Faces {
  Face left = Face::kClosed;  // x = 0
  Face right = Face::kClosed;
  Face top = Face::kClosed;  // y = 0
  Face bottom = Face::kClosed;
  Face front = Face::kPeriodic;  // z = 0
  Face back = Face::kPeriodic;

  // In this order: the two of each axis side by side.
  const Face& operator[](std::size_t face) const { return this->*in_order[face]; }
  Face& operator[](std::size_t face) { return this->*in_order[face]; }
  bool any(Face kind) const;
  static Faces all(Face kind) { return {kind, kind, kind, kind, kind, kind}; }

  template <class Each>
  static void fields(Each&& field) {
    field("left", &Faces::left);
    field("right", &Faces::right);
    field("top", &Faces::top);
    field("bottom", &Faces::bottom);
    field("front", &Faces::front);
    field("back", &Faces::back);
  }

 private:
  using Member = Face Faces::*;
  static const Member in_order[kFaces];
};

struct Options : RunOptions, Faces {
  Phase phase = Phase::kForeground;  // which is fluid
  Vector wall{};                     // velocity of all moving faces; Mach number up to 0.3
  std::optional<Vector> force;       // on a voxel of fluid; none: see acting_force()
  double viscosity = 0.1667;
  Collision collision = Collision::kTrt;
  int precision = 32;  // bits of a population where it is stored
  std::int64_t steps = 1000;
  std::int64_t ramp = 0;         // steps in which force and moving faces grow from 0, up to all
  double steady = 0;             // see Result::steady_step; of bodies none moves then
  double length = 0;             // of the Reynolds number
  std::int64_t frames = 20;      // pictures, and positions, at equal times, the last at the end
  Plane plane = Plane::kXY;      // of the movie
  std::int64_t position = -1;    // of the plane, from 0
  std::int64_t particles = 100;  // where they go to a sink
  std::string bodies;            // what moves through the fluid, as above

  const Faces& faces() const { return *this; }
  Faces& faces() { return *this; }

  template <class Each>
  static void fields(Each&& field) {
    RunOptions::fields(field);
    Faces::fields(field);
    field("phase", &Options::phase);
    field("wall", &Options::wall, within(-1, 1));
    field("force", &Options::force, within(-0.01, 0.01));
    field("viscosity", &Options::viscosity, within(1e-4, 5));
    field("collision", &Options::collision);
    field("precision", &Options::precision, either(32, 16));
    field("steps", &Options::steps, within(1, 1e9));
    field("ramp", &Options::ramp, within(0, 1e9));
    field("steady", &Options::steady, within(1e-6, 0.05).or_zero("all steps"));
    field("length", &Options::length, within(1e-3, 1e6).or_zero("the hydraulic diameter"));
    field("frames", &Options::frames, within(1, 100'000));
    field("plane", &Options::plane);
    field("position", &Options::position, within(0, INT32_MAX).or_number(-1, "the middle"));
    field("particles", &Options::particles, within(1, 1'000'000));
    field("bodies", &Options::bodies);
  }
};

// The force that was given; without one 1e-5 along z, and none where something else drives the
// flow: a face that moves, a body that begins with a velocity or spin, or gravity. Throws
// InvalidInput where the text about bodies cannot be read.
Vector acting_force(const Options& options);

// What can be said before anything flows. Without walls there is no hydraulic diameter, and the
// shortest side of more than one voxel takes its place.
struct Expectation {
  double fluid = 0;   // voxels
  double length = 0;  // of the Reynolds number
  double speed = 0;   // at most, about, of a pipe of the hydraulic diameter, and of the walls
  double mach = 0;    // of it
  double cell_reynolds = 0;  // speed over viscosity: of one voxel
  Vector force;              // that acts
  bool dead_end = false;     // only a force drives it, and no fluid joins the ends along it

  template <class Each>
  static void fields(Each&& field) {
    field("fluid", &Expectation::fluid);
    field("length", &Expectation::length);
    field("speed", &Expectation::speed);
    field("mach", &Expectation::mach);
    field("cell_reynolds", &Expectation::cell_reynolds);
    field("force", &Expectation::force);
    field("dead_end", &Expectation::dead_end);
  }
};
constexpr std::string_view java_name(const Expectation*) { return "FlowExpectation"; }

struct Result {
  double fluid = 0;  // voxels, parts of them too
  std::int64_t steps = 0;
  double seconds = 0;
  double tau = 0;
  double length = 0;           // voxels
  Vector mean_velocity;        // over the fluid
  double max_speed = 0;        // at the end, of the fluid or of a moving wall
  double mass_change = 0;      // relative
  double reynolds = 0;         // max_speed length / viscosity
  double mach = 0;             // of the largest speed of all that was looked at
  std::int64_t mach_step = 0;  // at which it was seen; 0: of the walls, from the beginning
  double change = 0;           // of the mean velocity in the last tenth of the steps, or in the
                               // third below, relative

  // With Options::steady: the step from which on velocities stay as they are and only particles go
  // on, as at no look in the last third of the steps so far, and at least 200 of them, velocities
  // were further than that from those where the third began, in root mean square over the fluid,
  // relative; or 0, where that was not reached. And the largest such change in the last third.
  std::int64_t steady_step = 0;
  double steady_change = 0;

  // Of free bodies, into one another, a wall or solid: the largest at the end of any step, in
  // voxels, and how many steps ended with one of more than 0.05.
  double overlap = 0;
  std::int64_t overlap_steps = 0;
  RunReport run;

  template <class Each>
  static void fields(Each&& field) {
    field("fluid", &Result::fluid);
    field("steps", &Result::steps);
    field("seconds", &Result::seconds);
    field("tau", &Result::tau);
    field("length", &Result::length);
    field("mean_velocity", &Result::mean_velocity);
    field("max_speed", &Result::max_speed);
    field("mass_change", &Result::mass_change);
    field("reynolds", &Result::reynolds);
    field("mach", &Result::mach);
    field("mach_step", &Result::mach_step);
    field("change", &Result::change);
    field("steady_step", &Result::steady_step);
    field("steady_change", &Result::steady_change);
    field("overlap", &Result::overlap);
    field("overlap_steps", &Result::overlap_steps);
    field("run", &Result::run);
  }
};
constexpr std::string_view java_name(const Result*) { return "FlowResult"; }

// Where pictures go, of 32 bits, and bodies; each may be null.
struct Outputs {
  SliceSink* velocity = nullptr;   // at the end, 3 channels, voxels a step; 0 in solid
  SliceSink* movie = nullptr;      // the speed in the plane, a slice a frame
  SliceSink* particles = nullptr;  // x, y and z of massless particles, a row a particle, a slice a
                                   // frame: centres of voxels are whole numbers. A particle that
                                   // has left by a free or moving face begins anew where it began.
  BodySink* bodies = nullptr;
};

// The volume: which voxels are the phase, or how much of each. One of both.
struct Input {
  const VolumeSource* mask = nullptr;
  const GreySource* fractions = nullptr;
  const Shape& shape() const { return mask != nullptr ? mask->shape() : fractions->shape(); }
};

// Before anything is read: throws HostOutOfMemory where a volume of this shape cannot fit the
// memory, and InvalidInput for a backend that is not there. Both below begin with it.
void refuse_too_large(const Shape& shape, const Options& options, Progress& progress);

// Throws as simulate() does.
Expectation expect(const Input& in, const Options& options, Progress& progress);

// The same result on every backend and for every number of threads, but for the seconds. Throws
// InvalidInput (options; fractions of another type than 8 bits; a periodic face whose opposite is
// not; a line about bodies that cannot be read, bodies that overlap one another or solid, or lie
// outside; a flow that becomes unstable or so fast that its Mach number exceeds 0.3, with the
// step), UnsuitableImage (no fluid), Cancelled, HostOutOfMemory, DeviceError.
Result simulate(const Input& in, const Options& options, const Outputs& out, Progress& progress);

}  // namespace bitvox::flow
