// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "core/options/terms.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/slice_sink.hpp"
#include "core/volumes/volume_source.hpp"

namespace bitvox::permeability {

// The permeability of a pore space, from slow (Stokes) flow through it, computed by the lattice
// Boltzmann method: 19 velocities (D3Q19), a linear collision with two relaxation times whose
// product Lambda = (tau - 1/2) (tau' - 1/2) is 3/16, so that the walls lie half-way between pore
// and solid and the permeability does not depend on tau (Ginzburg, d'Humières 2003), half-way
// bounce-back at the solid, and a body force F along the flow. Darcy's law gives
// k = viscosity * mean velocity over all voxels / F, in voxel^2.
//
// Pores are joined where their voxels share a face or an edge, as the 18 moving populations go; a
// link between pores that share only an edge is open. Pores that do not carry fluid from end to
// end are left out first.
//
// Border: the four sides are walls, or the volume goes on periodically, or as its mirror image. At
// the two ends of the flow it goes on periodically or mirrored; of a mirrored volume only the half
// that is given is computed.
//
// Steady: the flux through all planes across the flow is the same, to a spread (root mean square
// of the deviations over the mean) of at most `spread`, and k has stayed within
// `change` over the last third of all steps, and over 100. k is corrected for what the flow
// still lacks, to second order (see Level::two_steps()), and so are, by the same factor, all other
// velocities.
//
// Precision: populations may be stored as halves, of a force that suits them, rounded by chance so
// that small changes are not lost (permeability_dither.inl). The noise of it leaves k uncertain:
// its change need only be within 0.001 then. All is computed in floats.
//
// Half the resolution: a voxel of it is a pore where at least four of eight voxels are; odd ends
// are left out.
//
// I. Ginzburg, D. d'Humières, "Multireflection boundary conditions for lattice Boltzmann models",
// Physical Review E 68 (2003) 066614. C. Pan, L.-S. Luo, C. T. Miller, "An evaluation of lattice
// Boltzmann schemes for porous medium flow simulation", Computers & Fluids 35 (2006) 898-909.
// P. Bailey, J. Myre, S. D. C. Walsh, D. J. Lilja, M. O. Saar, "Accelerating lattice Boltzmann
// fluid flow simulations using graphics processors", ICPP 2009 (two steps in place).

enum class Direction { kX, kY, kZ, kAll };
enum class Sides { kWalls, kPeriodic, kMirrored };
enum class Ends { kAuto, kPeriodic, kMirrored };  // kAuto: mirrored where periodic joins nothing

// What goes to the sink, as 32-bit floats: 3 channels, or the speed. 0 outside the connected pores.
enum class VelocityImage { kVector, kMagnitude };

struct Options : RunOptions {
  Phase phase = Phase::kForeground;  // which voxels are pores
  Direction direction = Direction::kZ;
  Sides sides = Sides::kWalls;
  Ends ends = Ends::kAuto;
  double tau = 0;                   // relaxation time; 0: chosen from the pores
  double spread = 2e-3;             // of the flux over the planes, at most
  double change = 1.5e-4;           // of k, at most
  std::int64_t max_steps = 100000;  // rounded up to a multiple of 20
  int precision = 32;               // bits of a population where it is stored
  bool refine = false;              // finds k at half the resolution too
  VelocityImage velocity = VelocityImage::kMagnitude;

  template <class Each>
  static void fields(Each&& field) {
    RunOptions::fields(field);
    field("phase", &Options::phase);
    field("direction", &Options::direction);
    field("sides", &Options::sides);
    field("ends", &Options::ends);
    field("tau", &Options::tau, within(0.55, 5).or_zero("chosen from the pores"));
    field("spread", &Options::spread, within(1e-6, 0.1));
    field("change", &Options::change, within(1e-6, 0.1));
    field("max_steps", &Options::max_steps, within(20, 1e9));
    field("precision", &Options::precision, either(32, 16));
    field("refine", &Options::refine);
    field("velocity", &Options::velocity);
  }
};

// Velocities times viscosity over the force (the pressure gradient): in voxel^2, as k, which is
// their mean over all voxels.
struct Flow {
  int axis = 0;  // of the force: 0, 1, 2 for x, y, z
  bool mirrored_ends = false;
  double kozeny_carman = 0;    // porosity^3 / (5 S^2), S the surface over the volume, in voxel^2
  std::int64_t connected = 0;  // pore voxels that carry fluid; without any all below is 0
  // In x, y and z: a column of the permeability tensor. To the sides, where these are walls or
  // mirrors and the ends periodic, it is 0: no fluid is lost.
  std::array<double, 3> permeability{};
  double mean_velocity = 0;   // along the axis, over the connected pores
  double pores_at_sides = 0;  // the part of the four sides that pores touch
  double max_velocity = 0;    // the largest speed
  std::int64_t steps = 0;     // on the given voxels; before them came coarser ones
  double seconds = 0;
  double tau = 0;
  double spread = 0;  // of the flux over the planes: the mass balance
  double change = 0;  // of k over the last `change_steps`
  std::int64_t change_steps = 0;
  bool steady = true;  // false: max_steps came first
  // With Options::refine, of all pores at half the resolution, at the same borders, in the given
  // voxel^2, and the part of the volume that carries fluid there: 0 where none does. Where no solid
  // is left, and sides are no walls, it is infinite.
  double half_permeability = 0;
  double half_porosity = 0;
  bool half_steady = true;

  template <class Each>
  static void fields(Each&& field) {
    field("axis", &Flow::axis);
    field("mirrored_ends", &Flow::mirrored_ends);
    field("kozeny_carman", &Flow::kozeny_carman);
    field("connected", &Flow::connected);
    field("permeability", &Flow::permeability);
    field("mean_velocity", &Flow::mean_velocity);
    field("pores_at_sides", &Flow::pores_at_sides);
    field("max_velocity", &Flow::max_velocity);
    field("steps", &Flow::steps);
    field("seconds", &Flow::seconds);
    field("tau", &Flow::tau);
    field("spread", &Flow::spread);
    field("change", &Flow::change);
    field("change_steps", &Flow::change_steps);
    field("steady", &Flow::steady);
    field("half_permeability", &Flow::half_permeability);
    field("half_porosity", &Flow::half_porosity);
    field("half_steady", &Flow::half_steady);
  }
};
constexpr std::string_view java_name(const Flow*) { return "PermeabilityFlow"; }

struct Result {
  std::int64_t voxels = 0;
  std::int64_t pores = 0;
  std::vector<Flow> flows;  // one, or three
  RunReport run;

  template <class Each>
  static void fields(Each&& field) {
    field("voxels", &Result::voxels);
    field("pores", &Result::pores);
    field("flows", &Result::flows);
    field("run", &Result::run);
  }
};

// The same result on every backend and for every number of threads, but for the seconds. Pores that
// connect nothing are an answer, k = 0. Throws InvalidInput (options; a side of one voxel, with
// `refine` of three; more than 2^32 - 1 voxels; a velocity image of three directions),
// UnsuitableImage (no pores, or no solid and no walls, through which k is infinite), Cancelled,
// HostOutOfMemory, DeviceError.
Result measure(const VolumeSource& in, const Options& options, SliceSink* velocity,
               Progress& progress);

}  // namespace bitvox::permeability
