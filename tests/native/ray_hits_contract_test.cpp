// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "operation_contract.hpp"
#include "ray_hits_runs.hpp"

namespace bitvox::ray_hits {
namespace {

using bitvox::test::BackendContract;
using bitvox::test::OperationContract;

bitvox::test::Operation contract() {
  const auto run = [](const std::string& backend, int threads, Progress& progress) {
    Options options;
    options.detector.columns = 300;
    options.detector.rows = 200;
    options.backend = backend;
    options.threads = threads;
    CollectedHits hits;
    const Result result =
        trace(to_set({to_mesh(ray_scenes::tori(10, 16))}), nullptr, options, hits, progress);
    return bitvox::test::Outcome{result.run.backend, bits_of(result, hits.all)};
  };
  const auto run_wrong = [](const std::string& backend, Progress& progress) {
    Options options;
    options.detector.pixel_width = 0;
    options.backend = backend;
    CollectedHits hits;
    trace(to_set({to_mesh(ray_scenes::box({0, 0, 0}, {1, 1, 1}))}), nullptr, options, hits,
          progress);
  };
  return {run, run_wrong};
}

INSTANTIATE_TEST_SUITE_P(RayHits, OperationContract, bitvox::test::on_every_backend(contract()),
                         bitvox::test::contract_name);
INSTANTIATE_TEST_SUITE_P(RayHits, BackendContract, bitvox::test::on_every_backend(contract()),
                         bitvox::test::contract_name);

}  // namespace
}  // namespace bitvox::ray_hits
