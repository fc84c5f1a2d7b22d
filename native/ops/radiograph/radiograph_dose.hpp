// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string_view>
#include <vector>

#include "ops/radiograph/radiograph.hpp"
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

  template <class Each>
  static void fields(Each&& field) {
    field("rates", &DoseResult::rates);
  }
};
constexpr std::string_view java_name(const DoseResult*) { return "RadiographDose$Result"; }

// rays/volume_dose.hpp, by Java's options.
DoseResult dose(const rays::MaterialSource& volume, const Photons& photons,
                const DoseOptions& options, const rays::PointSources& sources,
                const DosePoints& points, Progress& progress);

}  // namespace bitvox::radiograph
