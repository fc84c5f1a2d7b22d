// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "collect_slices.hpp"
#include "operation_contract.hpp"
#include "ops/register_mi/register_mi.hpp"
#include "register_mi_runs.hpp"

namespace bitvox::register_mi {
namespace {

using test::as_it_is;
using test::BackendContract;
using test::CollectSlices;
using test::head_volume;
using test::near;
using test::negative;
using test::OperationContract;

test::Operation contract() {
  const auto run = [](const std::string& backend, int threads, Progress& progress) {
    static const Shape shape{46, 42, 36};
    static const GreyVolume fixed = head_volume(shape, {}, {}, PixelType::kUint8, as_it_is);
    static const GreyVolume moving =
        head_volume(shape, {}, {1.2, -1.3, 0.7, 2}, PixelType::kUint16, negative);
    Options options = near(backend, 2);
    options.max_angle = 3;
    options.threads = threads;
    CollectSlices out(shape, moving.type());
    const Result result = align(moving, fixed, options, out, progress);
    test::Bits bits;
    bits.add(result.motion.dx).add(result.motion.dy).add(result.motion.dz);
    bits.add(result.motion.angle).add(result.before).add(result.after).add(result.overlap);
    return test::Outcome{result.run.backend, bits.add(out.volume)};
  };
  const auto run_wrong = [](const std::string& backend, Progress& progress) {
    const GreyVolume flat({20, 20, 1}, PixelType::kUint16);
    CollectSlices out(flat.shape(), flat.type());
    align(flat, flat, near(backend, 2), out, progress);
  };
  return {run, run_wrong};
}

INSTANTIATE_TEST_SUITE_P(RegisterMi, OperationContract, test::on_every_backend(contract()),
                         test::contract_name);
INSTANTIATE_TEST_SUITE_P(RegisterMi, BackendContract, test::on_every_backend(contract()),
                         test::contract_name);

}  // namespace
}  // namespace bitvox::register_mi
