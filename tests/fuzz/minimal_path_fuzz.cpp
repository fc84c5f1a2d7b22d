// SPDX-License-Identifier: BSD-2-Clause
#include <memory>
#include <vector>

#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"
#include "ops/minimal_path/minimal_path.hpp"

namespace bitvox::minimal_path {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

FuzzRun make(FuzzBytes& bytes) {
  const Shape shape = bytes.shape(70, 20, 20);
  const PixelType type = bytes.grey_type();
  const auto image = std::make_shared<GreyVolume>(bytes.grey(shape, type));
  std::vector<std::int64_t> points;
  for (std::int64_t i = bytes.between(1, 9); i > 0; --i) {
    for (const std::int64_t size : {shape.width, shape.height, shape.depth}) {
      points.push_back(bytes.between(bytes.rarely() ? -1 : 0, size - 1));
    }
  }
  std::shared_ptr<BitVolume> mask;
  if (bytes.rarely()) mask = std::make_shared<BitVolume>(bytes.bits(shape));
  Options options;
  fuzz::fuzz_fields(bytes, options);
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    Inputs inputs(*image);
    inputs.points = points;
    inputs.mask = mask.get();
    const Result result = trace(inputs, options, progress);
    return test::Bits()
        .add(result.voxels)
        .add(result.ends)
        .add(result.costs)
        .add(result.lengths)
        .add(result.in_walls);
  };
}

const fuzz::FuzzOperation operation("minimal_path", make);

}  // namespace
}  // namespace bitvox::minimal_path
