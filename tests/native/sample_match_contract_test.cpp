// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "operation_contract.hpp"
#include "sample_match_runs.hpp"

namespace bitvox::sample_match {
namespace {

using test::OperationContract;

test::Operation contract() {
  const auto run = [](const std::string&, int threads, Progress& progress) {
    Options options;
    options.frames = 40;
    options.width = 320;
    options.height = 240;
    options.threads = threads;
    return test::Outcome{{}, Made(options, progress).bits()};
  };
  const auto run_wrong = [](const std::string&, Progress& progress) {
    Options options;
    options.frames = 0;
    make(options, {}, progress);
  };
  return {run, run_wrong};
}

INSTANTIATE_TEST_SUITE_P(SampleMatch, OperationContract, test::without_backends(contract()),
                         test::contract_name);

}  // namespace
}  // namespace bitvox::sample_match
