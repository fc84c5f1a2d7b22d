// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "operation_contract.hpp"
#include "surface_runs.hpp"

namespace bitvox::surface {
namespace {

using test::OperationContract;

test::Operation contract(int smooth) {
  const auto run = [smooth](const std::string&, int threads, Progress& progress) {
    static const BitVolume volume = test::balls({150, 90, 60}, 9, 200, 1);
    Options options;
    options.smooth = smooth;
    options.threads = threads;
    Extracted made;
    made.result = extract({&volume, nullptr}, options, made.mesh, progress);
    return test::Outcome{{}, bits_of(made)};
  };
  const auto run_wrong = [](const std::string&, Progress& progress) {
    Options options;
    options.spacing.x = 0;
    SurfaceMesh mesh;
    const BitVolume volume({5, 5, 5});
    extract({&volume, nullptr}, options, mesh, progress);
  };
  return {run, run_wrong};
}

INSTANTIATE_TEST_SUITE_P(Surface, OperationContract, test::without_backends(contract(0)),
                         test::contract_name);
INSTANTIATE_TEST_SUITE_P(SurfaceSmooth, OperationContract, test::without_backends(contract(5)),
                         test::contract_name);

}  // namespace
}  // namespace bitvox::surface
