// SPDX-License-Identifier: BSD-2-Clause
#include <cstdlib>
#include <memory>

#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"
#include "ops/skeleton3d/skeleton3d.hpp"

namespace bitvox::skeleton3d {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

// What thinning keeps, whatever the image.
void check_topology(const Topology& before, const Topology& after) {
  if (before.components != after.components ||
      before.background_components != after.background_components ||
      before.euler_number != after.euler_number) {
    std::abort();
  }
}

FuzzRun make(FuzzBytes& bytes) {
  const Shape shape = bytes.shape(140, 20, 20);
  const auto volume = std::make_shared<BitVolume>(bytes.bits(shape));
  const auto anchors =
      bytes.yes() ? std::make_shared<BitVolume>(bytes.bits(bytes.rarely() ? Shape{1, 2, 3} : shape))
                  : nullptr;
  Options options;
  fuzz::fuzz_fields(bytes, options);
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    const Result result = thin(*volume, anchors.get(), options, progress);
    if (result.topology_before && result.topology_after) {
      check_topology(*result.topology_before, *result.topology_after);
    }
    test::Bits bits;
    return bits.add(result.skeleton).add(result.voxels_after).add(result.deleted);
  };
}

const fuzz::FuzzOperation operation("skeleton3d", make);

}  // namespace
}  // namespace bitvox::skeleton3d
