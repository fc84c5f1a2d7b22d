// SPDX-License-Identifier: BSD-2-Clause
#include <memory>

#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"
#include "ops/register_mi/register_mi.hpp"

namespace bitvox::register_mi {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

Shape sides(FuzzBytes& bytes) {
  const std::int64_t least = bytes.rarely() ? 6 : 8;
  return {bytes.between(least, 16), bytes.between(least, 16), bytes.between(1, 4)};
}

// Not always, but often, the same thing in both: else there is nothing to find.
GreyVolume similar(const GreyVolume& volume, FuzzBytes& bytes) {
  const Shape shape = sides(bytes);
  if (bytes.yes()) {
    const PixelType type = bytes.grey_type();
    return bytes.grey(shape, type);
  }
  GreyVolume other = bytes.grey(volume.shape(), volume.type());
  const std::int64_t count = volume.shape().voxel_count();
  const std::int64_t offset = bytes.between(0, count - 1);
  const std::int64_t size = bytes_per_pixel(volume.type());
  std::copy_n(volume.data<std::uint8_t>(), (count - offset) * size,
              other.data<std::uint8_t>() + offset * size);
  return other;
}

// Often a box, which leaves enough to compare.
std::shared_ptr<BitVolume> some_mask(const Shape& shape, FuzzBytes& bytes) {
  if (bytes.yes()) return std::make_shared<BitVolume>(bytes.bits(shape));
  const std::int64_t left = bytes.between(0, shape.width / 3);
  const std::int64_t top = bytes.between(0, shape.height / 3);
  const std::int64_t front = bytes.between(0, shape.depth / 3);
  return std::make_shared<BitVolume>(test::make_volume(
      shape, [=](auto x, auto y, auto z) { return x >= left && y >= top && z >= front; }));
}

FuzzRun make(FuzzBytes& bytes) {
  const Shape shape = sides(bytes);
  const PixelType type = bytes.grey_type();
  const auto moving = std::make_shared<GreyVolume>(bytes.grey(shape, type));
  const auto fixed = std::make_shared<GreyVolume>(similar(*moving, bytes));
  Options options;
  fuzz::fuzz_fields(bytes, options);
  if (options.max_angle == 0) options.axes = Axes::kZ;
  Placement known;
  known.motion = {bytes.number(-9, 9),     bytes.number(-9, 9),     bytes.number(-9, 9),
                  bytes.number(-200, 200), bytes.number(-200, 200), bytes.number(-200, 200)};
  known.shape = fixed->shape();
  if (bytes.yes()) known.middle = Middle{bytes.number(-9, 9), bytes.number(-9, 9), 0};
  const bool search = bytes.yes();
  const auto mask = bytes.yes() ? some_mask(fixed->shape(), bytes) : nullptr;
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    test::Bits bits;
    fuzz::FuzzSink sink(bits);
    if (!search) {
      return bits.add(apply(*moving, known, options, sink, progress).overlap);
    }
    const Result result = align(*moving, *fixed, mask.get(), options, sink, progress);
    bits.add(result.motion.dx).add(result.motion.dy).add(result.motion.dz);
    bits.add(result.motion.angle).add(result.motion.angle_x).add(result.motion.angle_y);
    bits.add_elementary(result.before).add_elementary(result.after);  // by log2
    return bits.add(result.overlap).add(result.bins);
  };
}

const fuzz::FuzzOperation operation("register_mi", make);

}  // namespace
}  // namespace bitvox::register_mi
