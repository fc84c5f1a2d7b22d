// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "colocalization_runs.hpp"
#include "core/threads/progress_parts.hpp"
#include "operation_contract.hpp"
#include "ops/joint_histogram/joint_histogram_colocalization.hpp"

namespace bitvox::joint_histogram {
namespace {

using test::BackendContract;
using test::bits_of;
using test::like;
using test::OperationContract;
using test::options_for;
using test::random_grey;

test::Operation contract(PixelType type) {
  const auto run = [type](const std::string& backend, int threads, Progress& progress) {
    const GreyVolume first = random_grey({200, 150, 12}, type, 250, 12);
    const GreyVolume second = like(first, PixelType::kUint8, 0.5, 100, 13);
    Counting options = options_for(first, second);
    options.backend = backend;
    options.threads = threads;
    auto [counting, following] = progress_parts(progress, 3, 7);
    const Histogram histogram = count(first, second, nullptr, options, counting);
    const Colocalization c =
        colocalize(first, second, nullptr, options, {20, {3, 3, 3}, 4}, {&histogram, 1}, following)
            .front();
    return test::Outcome{histogram.run.backend, bits_of(c)};
  };
  const auto run_wrong = [](const std::string& backend, Progress& progress) {
    const GreyVolume image({3, 4, 5}, PixelType::kUint8);
    Counting options = options_for(image, image);
    options.backend = backend;
    const Histogram histogram = count(image, image, nullptr, options, progress);
    colocalize(image, image, nullptr, options, {-1}, {&histogram, 1}, progress);
  };
  return {run, run_wrong};
}

INSTANTIATE_TEST_SUITE_P(Colocalization, OperationContract,
                         test::on_every_backend(contract(PixelType::kUint8)), test::contract_name);
INSTANTIATE_TEST_SUITE_P(Colocalization, BackendContract,
                         test::on_every_backend(contract(PixelType::kUint8)), test::contract_name);
INSTANTIATE_TEST_SUITE_P(ColocalizationOfFloats, OperationContract,
                         test::on_every_backend(contract(PixelType::kFloat32)),
                         test::contract_name);
INSTANTIATE_TEST_SUITE_P(ColocalizationOfFloats, BackendContract,
                         test::on_every_backend(contract(PixelType::kFloat32)),
                         test::contract_name);

}  // namespace
}  // namespace bitvox::joint_histogram
