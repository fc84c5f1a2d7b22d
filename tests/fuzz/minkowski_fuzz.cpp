// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <memory>

#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"
#include "ops/minkowski/minkowski.hpp"

namespace bitvox::minkowski {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

FuzzRun make(FuzzBytes& bytes) {
  const Shape shape = bytes.shape(140, 20, 12);
  const auto volume = std::make_shared<BitVolume>(bytes.bits(shape));
  Options options;
  fuzz::fuzz_fields(bytes, options);
  const bool is_thin = std::min({shape.width, shape.height, shape.depth}) == 1;  // never clipped
  if (is_thin && !bytes.rarely()) options.edges = Edges::kBackground;
  for (std::int64_t& side : options.block) side = bytes.yes() ? 0 : bytes.integer(3, 40);
  const auto mask = bytes.yes() ? std::make_shared<BitVolume>(bytes.bits(shape)) : nullptr;
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    test::Bits bits;
    for (const ShapeNumbers& numbers : measure(*volume, mask.get(), options, progress).numbers) {
      bits.add(numbers.voxels).add(numbers.volume);
      bits.add(numbers.surface).add(numbers.mean_breadth);
      bits.add(numbers.euler_faces).add(numbers.euler_all).add(numbers.anisotropy);
      for (const double intercept : numbers.intercepts) bits.add(intercept);
    }
    return bits;
  };
}

const fuzz::FuzzOperation operation("minkowski", make);

}  // namespace
}  // namespace bitvox::minkowski
