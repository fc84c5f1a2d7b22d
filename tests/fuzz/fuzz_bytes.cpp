// SPDX-License-Identifier: BSD-2-Clause
#include "fuzz_bytes.hpp"

#include <algorithm>

#include "grey_test_volumes.hpp"
#include "test_volumes.hpp"

namespace bitvox::fuzz {
namespace {

struct Box {
  Box(FuzzBytes& bytes, const Shape& shape)
      : x0(bytes.between(0, shape.width - 1)),
        x1(bytes.between(x0, shape.width - 1)),
        y0(bytes.between(0, shape.height - 1)),
        y1(bytes.between(y0, shape.height - 1)),
        z0(bytes.between(0, shape.depth - 1)),
        z1(bytes.between(z0, shape.depth - 1)) {}

  bool has(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return x0 <= x && x <= x1 && y0 <= y && y <= y1 && z0 <= z && z <= z1;
  }

  std::int64_t x0, x1, y0, y1, z0, z1;
};

}  // namespace

// Boxes that are added and taken away in turns, noise, or both: it is the edges of things that
// operations look at.
BitVolume FuzzBytes::bits(const Shape& shape) {
  const double density = next() / 255.0;
  test::Random random(any<std::uint16_t>());
  BitVolume volume(shape);
  if (yes()) {
    volume = test::make_volume(shape, [&](auto, auto, auto) { return random.chance(density); });
  }
  for (std::int64_t left = between(0, 4); left > 0; --left) {
    const Box box(*this, shape);
    const bool inside = left % 2 == 1;
    volume = test::make_volume(shape, [&](auto x, auto y, auto z) {
      return box.has(x, y, z) ? inside : test::voxel(volume, x, y, z);
    });
  }
  return volume;
}

// Few values or many, waves or noise; of floats some that are no numbers.
GreyVolume FuzzBytes::grey(const Shape& shape, PixelType type) {
  test::Random random(any<std::uint16_t>());
  const std::int64_t values = between(1, one_of({2, 256, 65536}));
  const auto start = any<std::uint16_t>();
  const double scale = one_of({1.0, 1.0, 0.01, 1e6, 1e30});
  const std::int64_t step = between(0, 255);  // 0: noise
  GreyVolume volume = test::make_grey(shape, type, [&](std::int64_t i) {
    const auto value =
        static_cast<double>(start + (step == 0 ? random.below(values) : i * step % values));
    return type == PixelType::kFloat32 ? value * scale : value;
  });
  if (type == PixelType::kFloat32 && yes()) {
    for (std::int64_t left = between(0, 20); left > 0; --left) {
      const std::int64_t where = between(0, shape.voxel_count() - 1);
      volume.data<float>()[where] = any<float>();
    }
  }
  return volume;
}

}  // namespace bitvox::fuzz
