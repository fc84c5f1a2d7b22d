// SPDX-License-Identifier: BSD-2-Clause
#include <memory>

#include "fuzz_operation.hpp"
#include "ops/morphology/morphology.hpp"

namespace bitvox::morphology {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

FuzzRun make(FuzzBytes& bytes) {
  const auto volume = std::make_shared<BitVolume>(bytes.bits(bytes.shape(140, 20, 12)));
  Options options;
  options.operation =
      bytes.one_of({Operation::kErode, Operation::kDilate, Operation::kOpen, Operation::kClose,
                    Operation::kGradient, Operation::kWhiteTopHat, Operation::kBlackTopHat,
                    Operation::kFillHoles, Operation::kRemoveBorder, Operation::kReconstruct,
                    Operation::kAreaOpen, Operation::kKeepLargest, Operation::kXor});
  options.element = bytes.one_of({Element::kCross, Element::kCube, Element::kBall});
  options.radius = bytes.integer(-1, 150);
  options.edges = bytes.one_of({Edges::kBackground, Edges::kClipped});
  options.extent = bytes.one_of({Extent::kVolume, Extent::kPerSlice});
  options.connectivity = bytes.one_of(
      {label::Connectivity::kFaces, label::Connectivity::kEdges, label::Connectivity::kAll});
  options.min_size = bytes.integer(0, 50);
  const bool two = is_of_two(options.operation);
  const auto second =
      std::make_shared<BitVolume>(bytes.bits(two ? volume->shape() : Shape{1, 1, 1}));
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    const Result result = apply(*volume, two ? second.get() : nullptr, options, progress);
    test::Bits bits;
    bits.add(result.volume).add(result.voxels_before).add(result.voxels_after);
    return bits;
  };
}

const fuzz::FuzzOperation operation("morphology", make);

}  // namespace
}  // namespace bitvox::morphology
