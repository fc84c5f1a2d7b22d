// SPDX-License-Identifier: BSD-2-Clause
#include "ops/radiograph/radiograph.hpp"

#include <string>

#include "core/backends/dispatch.hpp"
#include "core/error.hpp"
#include "core/options/check_fields.hpp"

namespace bitvox::radiograph {
namespace {

void check_all(const rays::MaterialSource& volume, const Photons* photons, const Options& options,
               const Outputs& outputs) {
  check_fields(options);
  check_spacing(options.spacing);
  if (options.row > options.detector.rows) {
    throw InvalidInput("row is " + std::to_string(options.row) + "; the detector has " +
                       std::to_string(options.detector.rows) + " rows");
  }
  if (photons == nullptr) {
    if (outputs.transmission != nullptr || outputs.attenuation != nullptr) {
      throw InvalidInput("what arrives of a beam needs its photons and what materials do to them");
    }
    return;
  }
  rays::check(*photons);
  if (photons->materials() != volume.materials()) {
    throw InvalidInput("the volume has " + std::to_string(volume.materials()) +
                       " materials, the photons have coefficients of " +
                       std::to_string(photons->materials()));
  }
}

}  // namespace

double angle_of(const Options& options, std::int64_t index) {
  return options.detector.angle +
         options.range * static_cast<double>(index) / static_cast<double>(options.angles);
}

Result project(const rays::MaterialSource& volume, const Photons* photons, const Options& options,
               const Outputs& outputs, Progress& progress) {
  check_all(volume, photons, options, outputs);
  return project_cpu(best_cpu(), volume, photons, options, outputs, progress);
}

}  // namespace bitvox::radiograph
