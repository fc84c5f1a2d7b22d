// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string_view>
#include <vector>

#include "ops/radiograph/radiograph.hpp"
#include "rays/mesh_dose.hpp"
#include "rays/volume_dose.hpp"

namespace bitvox::radiograph {

struct DoseOptions {
  Spacing spacing;
  int threads = 0;

  template <class Each>
  static void fields(Each&& field) {
    field("spacing", &DoseOptions::spacing);
    field("threads", &DoseOptions::threads, within(1, 1024).or_zero("all cores"));
  }
};
constexpr std::string_view java_name(const DoseOptions*) { return "RadiographDose"; }

struct DosePoints {
  std::vector<double> x, y, z;

  template <class Each>
  static void fields(Each&& field) {
    field("x", &DosePoints::x);
    field("y", &DosePoints::y);
    field("z", &DosePoints::z);
  }
};
constexpr std::string_view java_name(const DosePoints*) { return "RadiographDose$Points"; }

struct DoseResult {
  std::vector<double> rates;  // of each point
  // Of meshes: rays/mesh_dose.hpp.
  std::int64_t odd_ways = 0;
  std::int64_t touched = 0;

  template <class Each>
  static void fields(Each&& field) {
    field("rates", &DoseResult::rates);
    field("odd_ways", &DoseResult::odd_ways);
    field("touched", &DoseResult::touched);
  }
};
constexpr std::string_view java_name(const DoseResult*) { return "RadiographDose$Result"; }

// rays/volume_dose.hpp and rays/mesh_dose.hpp, by Java's options; the spacing is the volume's.
DoseResult dose(const rays::MaterialSource& volume, const Photons& photons,
                const DoseOptions& options, const rays::PointSources& sources,
                const DosePoints& points, Progress& progress);
DoseResult dose(const rays::MaterialMeshes& meshes, const Photons& photons,
                const DoseOptions& options, const rays::PointSources& sources,
                const DosePoints& points, Progress& progress);

}  // namespace bitvox::radiograph
