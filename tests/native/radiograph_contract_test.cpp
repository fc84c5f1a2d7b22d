// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "collect_slices.hpp"
#include "operation_contract.hpp"
#include "ops/radiograph/radiograph.hpp"

namespace bitvox::radiograph {
namespace {

using test::BackendContract;
using test::OperationContract;

Photons three_energies() {
  Photons photons;
  photons.photons = {3, 5, 2};
  photons.response = {20, 40, 60};
  photons.attenuation = {0.05, 0.02, 0.01};
  return photons;
}

test::Operation contract_of(rays::BeamKind beam) {
  const auto run = [beam](const std::string& backend, int threads, Progress& progress) {
    static const BitVolume volume = test::balls({150, 90, 70}, 9, 120, 1);
    static const Photons photons = three_energies();
    Options options;
    options.detector.beam = beam;
    options.detector.columns = 90;
    options.detector.rows = 50;
    options.detector.pixel_width = options.detector.pixel_height = 4;
    options.angles = 3;
    options.backend = backend;
    options.threads = threads;
    options.noise = 50;
    test::CollectSlices lengths, transmission, attenuation;
    const rays::ForegroundMaterial foreground(volume);
    const Result result =
        project(foreground, &photons, options, {&lengths, &transmission, &attenuation}, progress);
    test::Bits bits;
    bits.add(lengths.volume).add(transmission.volume).add(attenuation.volume);
    bits.add(result.voxels).add(result.longest).add(result.projected).add(result.through);
    return test::Outcome{result.run.backend,
                         bits.add(result.dark).add(result.least).add(result.most)};
  };
  const auto run_wrong = [](const std::string& backend, Progress& progress) {
    Options options;
    options.backend = backend;
    options.spacing.x = 0;
    const BitVolume volume({5, 5, 5});
    project(rays::ForegroundMaterial(volume), nullptr, options, {}, progress);
  };
  return {run, run_wrong};
}

INSTANTIATE_TEST_SUITE_P(RadiographCone, OperationContract,
                         test::on_every_backend(contract_of(rays::BeamKind::kCone)),
                         test::contract_name);
INSTANTIATE_TEST_SUITE_P(RadiographParallel, OperationContract,
                         test::on_every_backend(contract_of(rays::BeamKind::kParallel)),
                         test::contract_name);
INSTANTIATE_TEST_SUITE_P(RadiographCone, BackendContract,
                         test::on_every_backend(contract_of(rays::BeamKind::kCone)),
                         test::contract_name);
INSTANTIATE_TEST_SUITE_P(RadiographParallel, BackendContract,
                         test::on_every_backend(contract_of(rays::BeamKind::kParallel)),
                         test::contract_name);

}  // namespace
}  // namespace bitvox::radiograph
