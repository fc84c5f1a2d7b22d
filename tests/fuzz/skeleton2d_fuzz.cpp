// SPDX-License-Identifier: BSD-2-Clause
#include <memory>

#include "fuzz_operation.hpp"
#include "ops/skeleton2d/skeleton2d.hpp"

namespace bitvox::skeleton2d {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

FuzzRun make(FuzzBytes& bytes) {
  const auto volume = std::make_shared<BitVolume>(bytes.bits(bytes.shape(200, 40, 6)));
  const auto rule =
      bytes.one_of({ThinningRule::kGuoHall, ThinningRule::kHilditch, ThinningRule::kImageJ});
  return [=](const std::string& backend, int threads, Progress& progress) {
    const Result result = thin(*volume, {rule, backend, threads}, progress);
    test::Bits bits;
    bits.add(result.skeleton).add(result.iterations);
    bits.add(result.before.pixels).add(result.before.objects);
    return bits.add(result.after.pixels).add(result.after.objects);
  };
}

const fuzz::FuzzOperation operation("skeleton2d", make);

}  // namespace
}  // namespace bitvox::skeleton2d
