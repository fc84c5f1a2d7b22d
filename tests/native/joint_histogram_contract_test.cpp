// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "grey_test_volumes.hpp"
#include "operation_contract.hpp"
#include "ops/joint_histogram/joint_histogram.hpp"

namespace bitvox::joint_histogram {
namespace {

using test::BackendContract;
using test::OperationContract;
using test::random_grey;

test::Operation contract() {
  const auto run = [](const std::string& backend, int threads, Progress& progress) {
    static const GreyVolume first = random_grey({500, 400, 40}, PixelType::kUint8, 256, 12);
    static const GreyVolume second = random_grey({500, 400, 40}, PixelType::kUint16, 999, 13);
    Counting options;
    options.first_range = {0, 256};
    options.second_range = {0, 1000};
    options.backend = backend;
    options.threads = threads;
    const Histogram result = count(first, second, nullptr, options, progress);
    test::Bits bits;
    bits.add(result.counts).add(result.used).add(result.outside).add(result.not_finite);
    bits.add(result.sums.a).add(result.sums.b).add(result.sums.ab).add(result.sums.aa);
    return test::Outcome{result.run.backend, bits};
  };
  const auto run_wrong = [](const std::string& backend, Progress& progress) {
    Counting options;
    options.backend = backend;
    options.first_range = options.second_range = {0, 256};
    count(GreyVolume({3, 4, 5}, PixelType::kUint8), GreyVolume({3, 4, 6}, PixelType::kUint8),
          nullptr, options, progress);
  };
  return {run, run_wrong};
}

INSTANTIATE_TEST_SUITE_P(JointHistogram, OperationContract, test::on_every_backend(contract()),
                         test::contract_name);
INSTANTIATE_TEST_SUITE_P(JointHistogram, BackendContract, test::on_every_backend(contract()),
                         test::contract_name);

}  // namespace
}  // namespace bitvox::joint_histogram
