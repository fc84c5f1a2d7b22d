// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "collect_slices.hpp"
#include "grey_test_volumes.hpp"
#include "operation_contract.hpp"
#include "ops/convolution/convolution.hpp"

namespace bitvox::convolution {
namespace {

using test::BackendContract;
using test::OperationContract;
using test::random_grey;

test::Operation contract() {
  const auto run = [](const std::string& backend, int threads, Progress& progress) {
    static const GreyVolume in = random_grey({300, 300, 30}, PixelType::kUint8, 256, 30);
    Options options;
    options.kernels = {mean_kernel(2, KernelAxes::kXyz)};
    options.backend = backend;
    options.threads = threads;
    test::CollectSlices out(in.shape(), PixelType::kFloat32);
    const RunReport report = convolve(in, options, out, progress).run;
    return test::Outcome{report.backend, test::Bits().add(out.volume)};
  };
  const auto run_wrong = [](const std::string& backend, Progress& progress) {
    Options no_kernel;
    no_kernel.backend = backend;
    test::CollectSlices out({5, 5, 5}, PixelType::kFloat32);
    convolve(GreyVolume({5, 5, 5}, PixelType::kUint8), no_kernel, out, progress);
  };
  return {run, run_wrong};
}

INSTANTIATE_TEST_SUITE_P(Convolution, OperationContract, test::on_every_backend(contract()),
                         test::contract_name);
INSTANTIATE_TEST_SUITE_P(Convolution, BackendContract, test::on_every_backend(contract()),
                         test::contract_name);

}  // namespace
}  // namespace bitvox::convolution
