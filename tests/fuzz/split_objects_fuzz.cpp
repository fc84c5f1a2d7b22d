// SPDX-License-Identifier: BSD-2-Clause
#include <memory>

#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"
#include "ops/split_objects/split_objects.hpp"

namespace bitvox::split_objects {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

std::shared_ptr<GreyVolume> some_image(FuzzBytes& bytes, const Shape& shape) {
  if (!bytes.yes()) return nullptr;
  const Shape other = bytes.rarely() ? Shape{2, 3, 4} : shape;
  const PixelType type = bytes.grey_type();
  return std::make_shared<GreyVolume>(bytes.grey(other, type));
}

// Few voxels, with small numbers.
std::shared_ptr<GreyVolume> some_markers(FuzzBytes& bytes, const Shape& shape) {
  if (!bytes.yes()) return nullptr;
  auto markers = std::make_shared<GreyVolume>(shape, PixelType::kUint8);
  const bool binary = bytes.yes();
  for (std::int64_t i = bytes.between(0, 12); i > 0; --i) {
    const std::int64_t where = bytes.between(0, shape.voxel_count() - 1);
    const std::int64_t marker = bytes.between(1, 5);
    markers->data<std::uint8_t>()[where] = static_cast<std::uint8_t>(binary ? 255 : marker);
  }
  return markers;
}

FuzzRun make(FuzzBytes& bytes) {
  const Shape shape = bytes.shape(140, 20, 10);
  const auto volume = std::make_shared<BitVolume>(bytes.bits(shape));
  const auto grey = some_image(bytes, shape);
  const auto second = some_image(bytes, shape);
  const auto markers = some_markers(bytes, shape);
  Options options;
  fuzz::fuzz_fields(bytes, options);
  if (grey == nullptr) options.heights = Heights::kDistance;
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    test::Bits bits;
    fuzz::FuzzSink labels(bits);
    BitVolume binary(volume->shape());
    const Result result = split(*volume, {grey.get(), markers.get(), second.get()}, options,
                                {&labels, &binary, true}, progress);
    bits.add(binary).add(result.found).add(result.parts).add(result.peaks).add(result.markers);
    bits.add(result.lost_markers).add(result.unmarked).add(result.line_voxels);
    bits.add(result.marker_of).add(result.objects.voxels).add(result.objects.surface);
    return bits.add(result.objects.euler).add(result.objects.mean);
  };
}

const fuzz::FuzzOperation operation("split_objects", make);

}  // namespace
}  // namespace bitvox::split_objects
