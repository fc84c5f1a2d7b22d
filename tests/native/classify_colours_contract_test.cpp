// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "classify_colours_runs.hpp"
#include "operation_contract.hpp"

namespace bitvox::classify_colours {
namespace {

using test::BackendContract;
using test::OperationContract;

test::Operation contract() {
  const auto run = [](const std::string& backend, int threads, Progress& progress) {
    static const GreyVolume movie = random_movie({200, 120, 40}, PixelType::kUint8, 3);
    Options options;
    options.mosaic = Mosaic::kRggb;
    options.motion = Motion::kRunning;
    options.gate = 4;
    options.backend = backend;
    options.threads = threads;
    options.batch = 8;
    test::CollectSlices classes(movie.shape(), PixelType::kUint8);
    test::CollectSlices labels(movie.shape(), PixelType::kFloat32);
    const Result result =
        classify(movie, three_classes(), nullptr, options, {&classes, nullptr, &labels}, progress);
    test::Bits bits;
    bits.add(result.objects.sum_x).add(result.objects.certainty).add(result.objects.track);
    return test::Outcome{result.run.backend, bits.add(classes.volume).add(labels.volume)};
  };
  const auto run_wrong = [](const std::string& backend, Progress& progress) {
    Options options;
    options.backend = backend;
    classify(GreyVolume({5, 5, 5}, PixelType::kUint8), three_classes(), nullptr, options, {},
             progress);
  };
  return {run, run_wrong};
}

INSTANTIATE_TEST_SUITE_P(ClassifyColours, OperationContract, test::on_every_backend(contract()),
                         test::contract_name);
INSTANTIATE_TEST_SUITE_P(ClassifyColours, BackendContract, test::on_every_backend(contract()),
                         test::contract_name);

}  // namespace
}  // namespace bitvox::classify_colours
