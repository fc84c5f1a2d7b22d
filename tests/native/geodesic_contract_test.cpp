// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "bits.hpp"
#include "collect_slices.hpp"
#include "grey_test_volumes.hpp"
#include "operation_contract.hpp"
#include "ops/geodesic/geodesic.hpp"

namespace bitvox::geodesic {
namespace {

using test::BackendContract;
using test::OperationContract;

GreyVolume two_seeds(const Shape& shape) {
  GreyVolume seeds(shape, PixelType::kUint8);
  seeds.data<std::uint8_t>()[5] = 2;
  seeds.data<std::uint8_t>()[shape.voxel_count() - 7] = 3;
  return seeds;
}

test::Operation operation() {
  const auto run = [](const std::string& backend, int threads, Progress& progress) {
    const Shape shape{70, 50, 40};
    static const GreyVolume image = test::random_grey(shape, PixelType::kUint8, 250, 1);
    static const GreyVolume seeds = two_seeds(shape);
    Inputs inputs(image);
    inputs.seeds = &seeds;
    Options options;
    options.backend = backend;
    options.threads = threads;
    test::CollectSlices distances, labels(PixelType::kUint16);
    const Result result = measure(inputs, options, {&distances, &labels}, progress);
    return test::Outcome{
        result.run.backend,
        test::Bits().add(distances.values()).add(labels.values()).add(result.farthest)};
  };
  const auto run_wrong = [](const std::string& backend, Progress& progress) {
    Options options;
    options.backend = backend;
    options.spacing.x = -1;
    const GreyVolume image({4, 4, 4}, PixelType::kUint8);
    measure(Inputs(image), options, {}, progress);
  };
  return {run, run_wrong, 10};
}

test::Operation operation_on_objects() {
  const auto run = [](const std::string& backend, int threads, Progress& progress) {
    static const GreyVolume image = test::random_grey({70, 50, 40}, PixelType::kUint8, 3, 1);
    Options options;
    options.backend = backend;
    options.threads = threads;
    options.cost = Cost::kUniform;
    options.connectivity = label::Connectivity::kFaces;
    Inputs inputs(image);
    inputs.objects = true;
    const Result result = measure(inputs, options, {}, progress);
    return test::Outcome{result.run.backend, test::Bits()
                                                 .add(result.objects.diameter)
                                                 .add(result.objects.second_end[0])
                                                 .add(result.objects.centre[1])};
  };
  const auto run_wrong = [](const std::string& backend, Progress& progress) {
    Options options;
    options.backend = backend;
    const GreyVolume image({4, 4, 4}, PixelType::kUint8);
    Inputs inputs(image);
    inputs.objects = true;
    measure(inputs, options, {}, progress);
  };
  return {run, run_wrong, 10};
}

INSTANTIATE_TEST_SUITE_P(GeodesicObjects, OperationContract,
                         test::on_every_backend(operation_on_objects()), test::contract_name);
INSTANTIATE_TEST_SUITE_P(GeodesicObjects, BackendContract,
                         test::on_every_backend(operation_on_objects()), test::contract_name);
INSTANTIATE_TEST_SUITE_P(Geodesic, OperationContract, test::on_every_backend(operation()),
                         test::contract_name);
INSTANTIATE_TEST_SUITE_P(Geodesic, BackendContract, test::on_every_backend(operation()),
                         test::contract_name);

}  // namespace
}  // namespace bitvox::geodesic
