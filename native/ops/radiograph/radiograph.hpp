// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "core/options/range.hpp"
#include "core/options/run_options.hpp"
#include "core/random.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/slice_sink.hpp"
#include "core/volumes/spacing.hpp"
#include "rays/attenuation.hpp"
#include "rays/beam_geometry.hpp"
#include "rays/material_source.hpp"
#include "rays/mesh_views.hpp"

namespace bitvox::radiograph {

// Radiographs of a volume, or of meshes: how far the ray of each pixel of a detector goes through
// each material, and what of a beam of photons arrives there.
//
// Lengths are exact (rays/volume_lengths.hpp, rays/path_lengths.hpp): in the unit of the spacing,
// or of the meshes, as 32-bit floats. Meshes are on a fine grid (rays/scene.hpp); what lies in two
// of them counts in both; a ray through one that is open may be wrong, and is counted. The
// transmission is what arrives as part of what arrives with nothing in the way, the attenuation
// its negative logarithm; both follow from the lengths alone (rays/photon_beam.hpp). Angles of a
// series are the images that they are alone, but for their noise.
//
// The result does not depend on the number of threads or the instruction set.
struct Options : RunOptions {
  rays::Detector detector;
  // Angle i of n is the detector's and range * i / n.
  double range = 360;
  std::int32_t angles = 1;
  Spacing spacing;  // of a volume
  // One row of the detector alone, from 1, or all. The geometry is that of the whole detector.
  std::int32_t row = 0;
  double noise = 0;  // photons that reach a pixel with nothing in the way, which are counted
  std::int64_t seed = 1;

  template <class Each>
  static void fields(Each&& field) {
    field("detector", &Options::detector);
    field("range", &Options::range, within(-1e6, 1e6));
    field("angles", &Options::angles, within(1, 100000));
    field("spacing", &Options::spacing);
    field("row", &Options::row, within(1, rays::kMostDetectorSide).or_zero("all rows"));
    field("noise", &Options::noise, within(1, rays::kMostPhotons).or_zero("no noise"));
    field("seed", &Options::seed, within(0, static_cast<double>(kLargestSeed)));
    RunOptions::fields(field);
  }
};

// In degrees, from 0.
double angle_of(const Options& options, std::int64_t index);

// What becomes of photons: that of rays::PhotonBeam, with coefficients per unit of the spacing.
struct Photons : rays::PhotonBeam {
  template <class Each>
  static void fields(Each&& field) {
    field("photons", &Photons::photons);
    field("response", &Photons::response);
    field("attenuation", &Photons::attenuation);
    field("build_up_a", &Photons::build_up_a);
    field("build_up_b", &Photons::build_up_b);
  }
};

constexpr std::string_view java_name(const Photons*) { return "PhotonBeam"; }

// Images of a float a pixel, angle by angle; null for what is not wanted.
struct Outputs {
  SliceSink* lengths = nullptr;  // a channel for each material
  SliceSink* transmission = nullptr;
  SliceSink* attenuation = nullptr;
};

struct Result {
  // Of each material: its voxels (none for meshes), the longest way through it, and the sum of all
  // ways times the area of a pixel, on average over the angles. With a parallel beam that is the
  // volume in view.
  std::vector<std::int64_t> voxels;
  std::vector<double> longest;
  std::vector<double> projected;
  std::int64_t rays = 0;     // of all angles
  std::int64_t through = 0;  // those that go through a material
  std::int64_t dark = 0;     // pixels that no photon reached
  double least = 0;          // transmission
  double most = 0;           // attenuation
  // Of meshes: rays whose signed number of hits is not the winding number of the source, and angles
  // at which the source lies on a triangle.
  std::int64_t odd_rays = 0;
  std::int64_t touched = 0;
  RunReport run;

  template <class Each>
  static void fields(Each&& field) {
    field("voxels", &Result::voxels);
    field("longest", &Result::longest);
    field("projected", &Result::projected);
    field("rays", &Result::rays);
    field("through", &Result::through);
    field("dark", &Result::dark);
    field("least", &Result::least);
    field("most", &Result::most);
    field("odd_rays", &Result::odd_rays);
    field("touched", &Result::touched);
    field("run", &Result::run);
  }
};

// photons: null where lengths alone are wanted, else with as many materials as there are. Throws
// InvalidInput (options; a row beyond the detector; materials that do not go with the photons; what
// check() of a beam says; of meshes also what MeshViews says), Cancelled, HostOutOfMemory,
// DeviceError, and what the volume and sinks throw. The GPU needs the volume as the CPU holds it,
// or the meshes, and the images of some angles.
Result project(const rays::MaterialSource& volume, const Photons* photons, const Options& options,
               const Outputs& outputs, Progress& progress);
Result project(const rays::MaterialMeshes& meshes, const Photons* photons, const Options& options,
               const Outputs& outputs, Progress& progress);

// ---- Between the files of this folder --------------------------------------------------------

// What rays go through: one of these, the other is null.
struct Object {
  const rays::MaterialSource* volume = nullptr;
  const rays::MaterialMeshes* meshes = nullptr;

  int materials() const { return volume != nullptr ? volume->materials() : meshes->materials(); }
};

// The twins; the first by the inner loops of this instruction set.
Result project_cpu(InstructionSet instructions, const Object& object, const Photons* photons,
                   const Options& options, const Outputs& outputs, Progress& progress);
Result project_cuda(const Object& object, const Photons* photons, const Options& options,
                    const Outputs& outputs, Progress& progress);

}  // namespace bitvox::radiograph
