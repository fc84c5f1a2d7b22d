// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "core/options/run_options.hpp"
#include "core/options/terms.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/grey_volume.hpp"
#include "core/volumes/slice_sink.hpp"
#include "core/volumes/spacing.hpp"
#include "core/volumes/volume_source.hpp"

namespace bitvox::stiffness {

// The apparent stiffness of a segmented volume between two plates, or of a periodic one, by linear
// elasticity: each voxel of the body is an element with eight nodes (trilinear displacements, exact
// integration), of an isotropic material. From a Poisson's ratio of 0.45 on the change of volume is
// averaged over the element (mean dilatation), as trilinear elements lock otherwise.
//
// The body is what is joined to both plates by faces of voxels; the rest, also what hangs by edges
// or corners alone, is left out and counted. With periodic sides, faces are joined across the
// border.
//
// Conjugate gradients with geometric multigrid, matrix-free: a coarse element has the mean of the
// Lame constants of its eight children. Vectors are 32-bit floats and sums doubles; where a
// residual below 1e-4 is asked for, displacements are doubles and residuals are computed anew in an
// outer loop. The stop is by the error of the energy, estimated from the steps' own contributions,
// or by the residual. Backends agree to the digits that the manual states.
//
// Moduli are in the unit of the materials' moduli. Lengths are in the spacing's unit; with
// millimetres and megapascals forces are in newtons.
//
// A. Shahingohar, R. Eagleson, "A framework for GPU accelerated deformable object modeling", GPUScA
// 2010. P. Arbenz, G. H. van Lenthe, U. Mennel, R. Müller, M. Sala, "A scalable multi-level
// preconditioner for matrix-free micro-finite element analysis of human bone structures",
// International Journal for Numerical Methods in Engineering 73 (2008) 927-947. W. Pistoia et al.,
// "Estimation of distal radius failure load with micro-finite element analysis models based on
// three-dimensional peripheral quantitative computed tomography images", Bone 30 (2002) 842-848.

// Along which axis the plates are apart; kAll does the three one after the other; kTensor makes six
// load cases and finds the 6 x 6 stiffness.
enum class Direction { kX, kY, kZ, kAll, kTensor };
// What the far plate does: towards the near one, away from it, or along itself, in the next axis.
enum class Load { kCompression, kTension, kShear };
// Whether nodes on a plate may slide along it. Shear needs fixed ones.
enum class Plates { kFixed, kSlipping };
// kConfined: displacements normal to a side are 0 there; under shear, those of the plates' strain.
enum class Sides { kFree, kConfined, kPeriodic };
// How the six cases of the tensor are applied: periodic fluctuations, or displacements of the whole
// border as of a uniform strain, which gives an upper bound.
enum class Border { kPeriodic, kUniform };

inline constexpr double kLeastPoisson = -0.99, kMostPoisson = 0.499;

// The material of each label; 0 is empty and has none.
struct Materials {
  std::vector<double> label;    // whole numbers above 0
  std::vector<double> modulus;  // above 0
  std::vector<double> poisson;  // within the above
};

struct Options : RunOptions {
  Spacing spacing;
  Phase phase = Phase::kForeground;  // of a mask: which voxels are solid
  Direction direction = Direction::kZ;
  Load load = Load::kCompression;
  Plates plates = Plates::kFixed;
  Sides sides = Sides::kFree;
  Border border = Border::kPeriodic;
  double strain = 0.01;  // of the load; results are linear in it
  // Of a mask, and Poisson's ratio of densities too. With those E = modulus * density^exponent, and
  // where that is below `modulus` / 1e6 there is no element.
  double modulus = 1;
  double poisson = 0.3;
  double exponent = 2;
  double accuracy = 1e-3;  // of the modulus, at most, as estimated
  double tolerance = 0;    // of the residual against that of the start; 0: accuracy decides
  std::int64_t max_iterations = 2000;
  double failure_part = 0.02;     // of the body's volume ...
  double failure_strain = 0.007;  // ... that is above this effective strain

  template <class Each>
  static void fields(Each&& field) {
    RunOptions::fields(field);
    field("spacing", &Options::spacing);
    field("phase", &Options::phase);
    field("direction", &Options::direction);
    field("load", &Options::load);
    field("plates", &Options::plates);
    field("sides", &Options::sides);
    field("border", &Options::border);
    field("strain", &Options::strain, above_to(0, 1));
    field("modulus", &Options::modulus, above_to(0, 1e15));
    field("poisson", &Options::poisson, within(kLeastPoisson, kMostPoisson));
    field("exponent", &Options::exponent, within(0, 10));
    field("accuracy", &Options::accuracy, within(1e-6, 0.5));
    field("tolerance", &Options::tolerance, within(1e-9, 0.1).or_zero("accuracy decides"));
    field("max_iterations", &Options::max_iterations, within(1, 1'000'000));
    field("failure_part", &Options::failure_part, above_to(0, 1));
    field("failure_strain", &Options::failure_strain, above_to(0, 1));
  }
};

// One of them: bits; labels of 8 or 16 bits, or whole 32-bit floats, with their materials; or
// densities, of any type.
struct Body {
  const VolumeSource* mask = nullptr;
  const GreySource* labels = nullptr;
  const Materials* materials = nullptr;
  const GreySource* densities = nullptr;
};

// Of one load case. Without plates, as of a tensor, there are no forces and no stiffness, and the
// modulus is the tensor's own.
struct Case {
  int axis = 0;  // across the plates; of the tensor: 0 to 2 stretch along x, y, z, 3 to 5 shear yz,
                 // xz, xy
  std::int64_t elements = 0;  // that carry it
  double modulus = 0;         // stress of the plates over the strain; 0: nothing joins the plates
  double stiffness = 0;       // force over the plates' approach
  std::array<double, 3> force{};  // on the far plate
  double failure_force = 0;       // along the load, by Pistoia's rule
  // Of the modulus of isotropic bodies of two materials, or of one and nothing, that have as much
  // of them as what carries; else Voigt's and Reuss's.
  double hashin_shtrikman_upper = 0;
  double hashin_shtrikman_lower = 0;
  std::int64_t iterations = 0;
  double error = 0;     // of the modulus, relative, as estimated
  double residual = 0;  // against that of the start, computed anew at the end
  bool converged = true;
  double seconds = 0;

  template <class Each>
  static void fields(Each&& field) {
    field("axis", &Case::axis);
    field("elements", &Case::elements);
    field("modulus", &Case::modulus);
    field("stiffness", &Case::stiffness);
    field("force", &Case::force);
    field("failure_force", &Case::failure_force);
    field("hashin_shtrikman_upper", &Case::hashin_shtrikman_upper);
    field("hashin_shtrikman_lower", &Case::hashin_shtrikman_lower);
    field("iterations", &Case::iterations);
    field("error", &Case::error);
    field("residual", &Case::residual);
    field("converged", &Case::converged);
    field("seconds", &Case::seconds);
  }
};
constexpr std::string_view java_name(const Case*) { return "StiffnessCase"; }

// Where images of the only case go, or null: each 32-bit floats, 0 outside the body.
struct Maps {
  SliceSink* energy = nullptr;        // strain energy density
  SliceSink* strain = nullptr;        // effective strain, sqrt(2 U / E)
  SliceSink* stress = nullptr;        // von Mises
  SliceSink* displacement = nullptr;  // 3 channels, of the voxel's centre
};

struct Result {
  std::int64_t voxels = 0;
  std::int64_t solid = 0;  // that have a material
  std::vector<Case> cases;
  // Of kTensor, row by row, in Voigt's order xx, yy, zz, yz, xz, xy with engineering shear; and the
  // turn to its best orthotropic axes (rows of a rotation) with the nine constants there: E x, y,
  // z, nu yz, xz, xy, G yz, xz, xy (0 where nothing carries along an axis), and the part of its
  // norm that is not orthotropic.
  std::vector<double> tensor;
  std::vector<double> axes;
  std::vector<double> orthotropic;
  double unorthotropic = 0;
  double contrast = 1;  // of the largest modulus of a material or voxel over the smallest
  RunReport run;

  template <class Each>
  static void fields(Each&& field) {
    field("voxels", &Result::voxels);
    field("solid", &Result::solid);
    field("cases", &Result::cases);
    field("tensor", &Result::tensor);
    field("axes", &Result::axes);
    field("orthotropic", &Result::orthotropic);
    field("unorthotropic", &Result::unorthotropic);
    field("contrast", &Result::contrast);
    field("run", &Result::run);
  }
};

// Throws InvalidInput (options; a Poisson's ratio or modulus that is out of range; a label without
// a material; a density that is not a number or below 0; one layer between the plates; maps of
// several cases), UnsuitableImage (nothing joins the plates), Cancelled, HostOutOfMemory,
// DeviceError.
Result stiffness(const Body& body, const Options& options, const Maps& maps, Progress& progress);

}  // namespace bitvox::stiffness
