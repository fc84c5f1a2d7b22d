// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "collect_slices.hpp"
#include "operation_contract.hpp"
#include "ops/tortuosity/tortuosity.hpp"

namespace bitvox::tortuosity {
namespace {

using test::BackendContract;
using test::OperationContract;

test::Operation operation() {
  const auto run = [](const std::string& backend, int threads, Progress& progress) {
    static const BitVolume volume = test::balls({66, 40, 30}, 7, 50, 3);
    Options options;
    options.phase = Phase::kBackground;
    options.backend = backend;
    options.threads = threads;
    options.spacing = {1, 1.3, 0.7};
    options.sides = Sides::kPeriodic;
    test::CollectSlices concentration(volume.shape(), PixelType::kFloat32);
    test::CollectSlices flux(volume.shape(), PixelType::kFloat32);
    const Result r = measure(volume, options, {&concentration, &flux}, progress);
    test::Bits bits;
    bits.add(r.diffusivity).add(r.error).add(r.flux_in).add(r.flux_out).add(r.spread);
    bits.add(r.residual).add(r.iterations).add(r.profile);
    bits.add(concentration.volume).add(flux.volume);
    return test::Outcome{r.run.backend, bits};
  };
  const auto run_wrong = [](const std::string& backend, Progress& progress) {
    Options options;
    options.backend = backend;
    options.accuracy = 1;
    measure(test::random_volume({9, 8, 7}, 0.9, 1), options, {}, progress);
  };
  return {run, run_wrong};
}

INSTANTIATE_TEST_SUITE_P(Tortuosity, OperationContract, test::on_every_backend(operation()),
                         test::contract_name);
INSTANTIATE_TEST_SUITE_P(Tortuosity, BackendContract, test::on_every_backend(operation()),
                         test::contract_name);

}  // namespace
}  // namespace bitvox::tortuosity
