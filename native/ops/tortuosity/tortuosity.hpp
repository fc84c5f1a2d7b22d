// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "core/options/terms.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/grey_volume.hpp"
#include "core/volumes/slice_sink.hpp"
#include "core/volumes/spacing.hpp"
#include "core/volumes/volume_source.hpp"

namespace bitvox::tortuosity {

// Steady diffusion through the pores of a binary volume, from one face to the opposite one.
//
// The concentration is 1 on the first face of the axis and 0 on the last one, half a voxel outside
// the centres of the outermost voxels; nothing flows into the solid. Between two pores that share a
// face flows (c1 - c2) times the area of the face over the distance of the centres (finite
// volumes), and what flows into a voxel flows out again. With D_eff the flow over what would flow
// through a volume that is all pores,
//
//     tortuosity factor tau = porosity / D_eff,      formation factor 1 / D_eff.
//
// The porosity is that of all pores. Those that are not joined to both faces carry nothing and are
// left out of the system of equations.
//
// How it is solved: conjugate gradients from the linear concentration, with a multigrid cycle as
// preconditioner (blind aggregation of 2 x 2 x 2 cells, over-corrected by 1.9). D_eff is the energy
// of the concentration, the sum over all links of conductance times difference squared: it is never
// below the true one, and off by the square of the error of the concentration. How much it still is
// above is estimated, from above, from the coefficients of the iteration (see ErrorEstimate), with
// that of rounding from the true residual.
//
// Units: concentrations are from 0 to 1; flows are in those of a volume that is all pores, so that
// the flow through every layer is D_eff. Voxels may have any size along each axis.
//
// Literature: S. J. Cooper, A. Bertei, P. R. Shearing, J. A. Kilner, N. P. Brandon, "TauFactor: An
// open-source application for calculating tortuosity factors from tomographic data", SoftwareX 5
// (2016) 203-210; D. Braess, "Towards algebraic multigrid for elliptic problems of second order",
// Computing 55 (1995) 379-393 (aggregation, over-correction).

enum class Direction { kX, kY, kZ };

// At the other four faces nothing flows, or the volume goes on at the opposite face.
enum class Sides { kWalls, kPeriodic };

struct Options : RunOptions {
  Phase phase = Phase::kForeground;  // the pores
  Direction direction = Direction::kZ;
  Sides sides = Sides::kWalls;
  Spacing spacing;
  double accuracy = 1e-3;  // of D_eff, as a part of it

  template <class Each>
  static void fields(Each&& field) {
    RunOptions::fields(field);
    field("phase", &Options::phase);
    field("direction", &Options::direction);
    field("sides", &Options::sides);
    field("spacing", &Options::spacing);
    field("accuracy", &Options::accuracy, within(1e-5, 0.1));
  }
};

struct Result {
  double porosity = 0;            // all pores, as a part of the volume
  double mean_diffusivity = 0;    // over the volume: the porosity where all pores are alike
  double connected_porosity = 0;  // those joined to both faces
  double diffusivity = 0;         // D_eff over that of the free fluid
  double tortuosity = 0;          // infinite where no pore joins both faces; so is the next
  double formation_factor = 0;
  double error = 0;    // of the diffusivity, as a part of it, as estimated; may be infinite
  double flux_in = 0;  // through the first face, and the last one
  double flux_out = 0;
  double spread = 0;    // of the flux over all layers: largest less smallest, over the mean
  double residual = 0;  // true, in double: root of the sum of squares of what flows into voxels
                        // and not out of them, over the same of the linear concentration
  std::int64_t iterations = 0;
  bool converged = true;
  std::vector<double> profile;  // mean concentration of the connected pores, layer by layer
  RunReport run;

  template <class Each>
  static void fields(Each&& field) {
    field("porosity", &Result::porosity);
    field("mean_diffusivity", &Result::mean_diffusivity);
    field("connected_porosity", &Result::connected_porosity);
    field("diffusivity", &Result::diffusivity);
    field("tortuosity", &Result::tortuosity);
    field("formation_factor", &Result::formation_factor);
    field("error", &Result::error);
    field("flux_in", &Result::flux_in);
    field("flux_out", &Result::flux_out);
    field("spread", &Result::spread);
    field("residual", &Result::residual);
    field("iterations", &Result::iterations);
    field("converged", &Result::converged);
    field("profile", &Result::profile);
    field("run", &Result::run);
  }
};

struct Maps {
  SliceSink* concentration = nullptr;  // 32-bit floats, 0 outside the connected pores
  SliceSink* flux = nullptr;           // its magnitude; 1 is that of a volume that is all pores
};

// The same bits for every backend and number of threads. Both maps may be null. Throws InvalidInput
// (a spacing or an accuracy out of range, voxel sides along axes of more than one voxel that differ
// by a factor above 1000, no pores), Cancelled, HostOutOfMemory, DeviceError, and
// what a sink throws.
Result measure(const VolumeSource& in, const Options& options, const Maps& maps,
               Progress& progress);

struct LabelDiffusivity {
  double label = 0;
  double diffusivity = 0;  // 0 insulates
};

// The same where every label of an image has a diffusivity of its own, in any unit, which is that
// of D_eff and of the flux. Between two voxels both halves of the way are one behind the other: the
// harmonic mean of their diffusivities counts. Pores are what has a diffusivity above 0, and
//
//     tau = sum over labels of part of the volume times diffusivity / D_eff.
//
// Label 0 insulates unless the table has it. `phase` is not used, `sides` must be walls. Throws
// InvalidInput besides for diffusivities that are negative, above 0 and not from 1e-30 to 1e30, or
// differ by a factor above 1e6, labels given twice, values of the image that are no label of the
// table.
Result measure_labels(const GreySource& image, const std::vector<LabelDiffusivity>& table,
                      const Options& options, const Maps& maps, Progress& progress);

}  // namespace bitvox::tortuosity
