// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <limits>

#include "collect_slices.hpp"
#include "operation_contract.hpp"
#include "ops/register_mi/register_mi.hpp"
#include "register_mi_runs.hpp"

namespace bitvox::register_mi {
namespace {

using test::as_it_is;
using test::CollectSlices;
using test::head_volume;
using test::negative;
using test::random_grey;
using test::turned;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
using test::BackendContract;
using test::OperationContract;

test::Operation turn_contract() {
  const auto run = [](const std::string& backend, int threads, Progress& progress) {
    static const Shape shape{18, 16, 10};
    static const GreyVolume fixed = head_volume(shape, {}, {}, PixelType::kUint8, as_it_is);
    static const GreyVolume moving =
        head_volume(shape, {}, {0.5, -0.75, 0.25, 3, 2, -2}, PixelType::kUint8, negative);
    Options options = turned(backend, 1, 4, {});
    options.threads = threads;
    const Result result = find(moving, fixed, options, progress);
    test::Bits bits;
    bits.add(result.motion.dx).add(result.motion.dy).add(result.motion.dz);
    bits.add(result.motion.angle).add(result.motion.angle_x).add(result.motion.angle_y);
    return test::Outcome{result.run.backend, bits.add(result.before).add(result.after)};
  };
  const auto run_wrong = [](const std::string& backend, Progress& progress) {
    const GreyVolume flat({20, 20, 9}, PixelType::kUint16);
    find(flat, flat, turned(backend, 2, 5, {}), progress);
  };
  return {run, run_wrong};
}

test::Operation apply_contract() {
  const auto run = [](const std::string& backend, int threads, Progress& progress) {
    static const Shape shape{130, 90, 40};
    static const GreyVolume moving = random_grey(shape, PixelType::kFloat32, 250, 4);
    Options options;
    options.backend = backend;
    options.threads = threads;
    CollectSlices out(shape, moving.type());
    const Moved moved =
        apply(moving, {{3.5, 1, -2, 10, 20, -5}, shape, {}}, options, out, progress);
    return test::Outcome{moved.run.backend, test::Bits().add(moved.overlap).add(out.volume)};
  };
  const auto run_wrong = [](const std::string& backend, Progress& progress) {
    const GreyVolume volume({20, 20, 9}, PixelType::kUint16);
    Options options;
    options.backend = backend;
    CollectSlices out(volume.shape(), volume.type());
    apply(volume, {{kNan, 0, 0}, volume.shape(), {}}, options, out, progress);
  };
  return {run, run_wrong};
}

INSTANTIATE_TEST_SUITE_P(RegisterMiTurn, OperationContract, test::on_every_backend(turn_contract()),
                         test::contract_name);
INSTANTIATE_TEST_SUITE_P(RegisterMiTurn, BackendContract, test::on_every_backend(turn_contract()),
                         test::contract_name);
INSTANTIATE_TEST_SUITE_P(RegisterMiApply, OperationContract,
                         test::on_every_backend(apply_contract()), test::contract_name);
INSTANTIATE_TEST_SUITE_P(RegisterMiApply, BackendContract, test::on_every_backend(apply_contract()),
                         test::contract_name);

}  // namespace
}  // namespace bitvox::register_mi
