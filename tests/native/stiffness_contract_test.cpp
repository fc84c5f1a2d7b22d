// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "collect_slices.hpp"
#include "operation_contract.hpp"
#include "stiffness_runs.hpp"

namespace bitvox::stiffness {
namespace {

using bitvox::test::Bits;
using bitvox::test::CollectSlices;

// A gyroid, and a part that hangs free; nothing here depends on how the mathematics library rounds.
bool is_solid(std::int64_t x, std::int64_t y, std::int64_t z) {
  const auto wave = [](std::int64_t i) { return std::abs(i % 16 - 8) - 4; };
  return std::abs(wave(x) * wave(y + 4) + wave(y) * wave(z + 4) + wave(z) * wave(x + 4)) < 7;
}

Bits bits_of(const Result& result) {
  Bits bits;
  bits.add(result.voxels).add(result.solid).add(result.tensor).add(result.axes);
  bits.add(result.orthotropic).add(result.unorthotropic);
  for (const Case& of : result.cases) {
    bits.add(of.axis).add(of.elements).add(of.modulus).add(of.stiffness).add(of.failure_force);
    for (const double force : of.force) bits.add(force);
    bits.add(of.iterations).add(of.error).add(of.residual).add(of.converged);
  }
  return bits;
}

bitvox::test::Operation operation() {
  const auto run = [](const std::string& backend, int threads, Progress& progress) {
    static const BitVolume mask = test::mask_of({41, 35, 38}, is_solid);
    Options options;
    options.backend = backend;
    options.threads = threads;
    Body body;
    body.mask = &mask;
    CollectSlices strain;
    Maps maps;
    maps.strain = &strain;
    const Result result = stiffness(body, options, maps, progress);
    Bits bits = bits_of(result);
    bits.add(strain.values());
    return bitvox::test::Outcome{result.run.backend, bits};
  };
  const auto run_wrong = [](const std::string& backend, Progress& progress) {
    const BitVolume mask = test::full({4, 4, 4});
    Options options;
    options.backend = backend;
    options.poisson = 0.5;
    Body body;
    body.mask = &mask;
    stiffness(body, options, {}, progress);
  };
  return {run, run_wrong, 10};
}

auto on_every_cpu() {
  std::vector<std::string> backends;
  for (const std::string& backend : bitvox::test::available_backends()) {
    if (backend != "cuda") backends.push_back(backend);
  }
  return testing::ValuesIn(bitvox::test::on_backends(operation(), backends));
}

}  // namespace
}  // namespace bitvox::stiffness

// The contracts' names are those of their suites.
namespace bitvox::test {
INSTANTIATE_TEST_SUITE_P(Stiffness, OperationContract, on_every_backend(stiffness::operation()),
                         contract_name);
INSTANTIATE_TEST_SUITE_P(Stiffness, BackendContract, stiffness::on_every_cpu(), contract_name);
}  // namespace bitvox::test

namespace bitvox::stiffness {
namespace {

// With the outer loop, and all six cases.
TEST(StiffnessBits, TensorsAreTheSameOnAllCpus) {
  const BitVolume mask = test::mask_of({17, 16, 18}, is_solid);
  Options options;
  options.direction = Direction::kTensor;
  options.tolerance = 1e-6;
  options.threads = 1;
  options.backend = "scalar";
  const Bits expected = bits_of(test::run(mask, options));
  options.threads = 3;
  for (const std::string& backend : bitvox::test::available_backends()) {
    if (backend == "cuda") continue;
    options.backend = backend;
    EXPECT_EQ(bits_of(test::run(mask, options)), expected) << backend;
  }
}

}  // namespace
}  // namespace bitvox::stiffness
