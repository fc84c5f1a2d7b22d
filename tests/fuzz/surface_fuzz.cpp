// SPDX-License-Identifier: BSD-2-Clause
#include <cstdlib>
#include <memory>

#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"
#include "surface_runs.hpp"

namespace bitvox::surface {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

// Few numbers, or any.
std::shared_ptr<GreyVolume> some_labels(FuzzBytes& bytes, const Shape& shape) {
  if (bytes.rarely()) return std::make_shared<GreyVolume>(bytes.grey(shape, bytes.grey_type()));
  auto labels = std::make_shared<GreyVolume>(shape, PixelType::kUint8);
  for (std::int64_t i = bytes.between(0, 60); i > 0; --i) {
    const std::int64_t first = bytes.between(0, shape.voxel_count() - 1);
    const std::int64_t count = bytes.between(1, shape.voxel_count() - first);
    const auto label = static_cast<std::uint8_t>(bytes.between(0, 4));
    std::fill_n(labels->data<std::uint8_t>() + first, count, label);
  }
  return labels;
}

FuzzRun make(FuzzBytes& bytes) {
  const Shape shape = bytes.shape(140, 12, 8);
  Options options;
  fuzz::fuzz_fields(bytes, options);
  if (options.smooth > 0 && options.smooth <= 100) options.smooth = 1 + options.smooth % 4;  // slow
  std::shared_ptr<BitVolume> volume;
  std::shared_ptr<GreyVolume> grey;
  if (options.kind == Kind::kBinary) {
    volume = std::make_shared<BitVolume>(bytes.bits(shape));
  } else if (options.kind == Kind::kLabels) {
    grey = some_labels(bytes, shape);
  } else {
    grey = std::make_shared<GreyVolume>(bytes.grey(shape, bytes.grey_type()));
  }
  return [=](const std::string&, int threads, Progress& progress) mutable {
    options.threads = threads;
    Extracted made;
    made.result = extract({volume.get(), grey.get()}, options, made.mesh, progress);
    const meshes::Closedness found = meshes::closedness(to_mesh(made.mesh), 1, progress);
    if (!found.is_simple() || found.degenerate > 0) std::abort();
    for (const std::uint8_t closed : made.result.closed) {
      if (closed != 1) std::abort();
    }
    return bits_of(made);
  };
}

const fuzz::FuzzOperation operation("surface", make);

}  // namespace
}  // namespace bitvox::surface
