// SPDX-License-Identifier: BSD-2-Clause
#include "ops/register_mi/register_mi_border.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "ops/register_mi/register_mi_limits.hpp"

namespace bitvox::register_mi {
namespace {

constexpr double kUnmoved = 1.0 / 32;     // voxels, degrees
constexpr std::int64_t kMostSlices = 16;  // that are looked at, spread evenly

// Most of the pixels along the sides of the slices are as the first one.
bool has_one_value_along_the_border(const GreySource& image) {
  const Shape& shape = image.shape();
  const std::int64_t slices = std::min(kMostSlices, shape.depth);
  return with_pixel_type(image.type(), [&](auto pixel) {
    using Pixel = decltype(pixel);
    const auto reader = image.open();
    std::vector<Pixel> row(static_cast<std::size_t>(shape.width));
    Pixel first{};
    reader->read(0, 0, 1, &first);
    std::int64_t same = 0;
    std::int64_t all = 0;
    const auto count = [&](Pixel value) {
      same += value == first ? 1 : 0;
      ++all;
    };
    for (std::int64_t i = 0; i < slices; ++i) {
      const std::int64_t z = i * shape.depth / slices;
      for (std::int64_t y = 0; y < shape.height; ++y) {
        reader->read(z, y * shape.width, shape.width, row.data());
        if (y == 0 || y == shape.height - 1) {
          for (const Pixel value : row) count(value);
        } else {
          count(row.front());
          count(row.back());
        }
      }
    }
    return 2 * same > all;
  });
}

}  // namespace

std::string border_note(const GreySource& moving, const GreySource& fixed,
                        const RigidMotion& motion) {
  const bool moves =
      std::any_of(std::begin(kMotionParts), std::end(kMotionParts),
                  [&](double RigidMotion::*part) { return std::abs(motion.*part) > kUnmoved; });
  if (moves || !has_one_value_along_the_border(moving) || !has_one_value_along_the_border(fixed)) {
    return "";
  }
  return "No motion was found, and most of the border of both images has one value: if that is "
         "padding, it holds the images in place. Leave it out by a mask.";
}

}  // namespace bitvox::register_mi
