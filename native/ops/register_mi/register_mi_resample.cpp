// SPDX-License-Identifier: BSD-2-Clause
#include "ops/register_mi/register_mi_resample.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/threads/parallel.hpp"
#include "cpu/conversion_rows.hpp"
#include "ops/register_mi/register_mi_lookup.hpp"

namespace bitvox::register_mi {
namespace {

struct Tables {
  const Rows& lookup;
  const conversion::Rows& conversion;
};

void convert(const Tables& rows, const float* values, std::int64_t count, std::uint8_t* pixels) {
  rows.conversion.to_u8(values, count, pixels);
}
void convert(const Tables& rows, const float* values, std::int64_t count, std::uint16_t* pixels) {
  rows.conversion.to_u16(values, count, pixels);
}
void convert(const Tables&, const float* values, std::int64_t count, float* pixels) {
  // Backends make NaN of different bits.
  for (std::int64_t i = 0; i < count; ++i) {
    pixels[i] = std::isnan(values[i]) ? std::nanf("") : values[i];
  }
}

// The voxels of `in` nearest to the mapped places 0, y, z and so on.
template <class Pixel>
std::int64_t nearest_row(const GreyVolume& in, const Resampling& how, float y, float z, Pixel fill,
                         Pixel* out) {
  const Shape& shape = in.shape();
  const PointMap& map = how.map;
  const auto* const pixels = in.data<Pixel>();
  const auto inside = [&](float at, std::int64_t side) {
    const auto end = static_cast<float>(side - 1);
    return at >= -how.edge_tolerance && at <= end + how.edge_tolerance;
  };
  const auto voxel = [](float at, std::int64_t side) {
    const auto nearest = static_cast<std::int64_t>(std::floor(at + 0.5F));
    return std::clamp<std::int64_t>(nearest, 0, side - 1);
  };
  std::int64_t total = 0;
  for (std::int64_t i = 0; i < how.shape.width; ++i) {
    const auto x = static_cast<float>(i);
    const float at_x = ((map.xx * x + map.xy * y) + map.xz * z) + map.x0;
    const float at_y = ((map.yx * x + map.yy * y) + map.yz * z) + map.y0;
    const float at_z = ((map.zx * x + map.zy * y) + map.zz * z) + map.z0;
    const bool found =
        inside(at_x, shape.width) && inside(at_y, shape.height) && inside(at_z, shape.depth);
    out[i] = !found ? fill
                    : pixels[(voxel(at_z, shape.depth) * shape.height + voxel(at_y, shape.height)) *
                                 shape.width +
                             voxel(at_x, shape.width)];
    total += found ? 1 : 0;
  }
  return total;
}

template <class Pixel>
std::int64_t linear_row(const Tables& rows, const GreyVolume& in, const Resampling& how, float y,
                        float z, std::int64_t count, Pixel* out) {
  const auto size = static_cast<std::size_t>(count);
  std::vector<float> x(size);
  std::iota(x.begin(), x.end(), 0.0F);
  const std::vector<float> ys(size, y);
  const std::vector<float> zs(size, z);
  std::vector<float> values(size);
  const std::int64_t inside = look_up(rows.lookup, in, how.map, x.data(), ys.data(), zs.data(),
                                      count, how.fill, how.edge_tolerance, values.data());
  convert(rows, values.data(), count, out);
  return inside;
}

template <class Pixel>
std::int64_t resample_row(const Tables& rows, const GreyVolume& in, const Resampling& how, float y,
                          float z, Pixel* out) {
  if (how.interpolation == Interpolation::kLinear) {
    return linear_row(rows, in, how, y, z, how.shape.width, out);
  }
  Pixel fill{};
  convert(rows, &how.fill, 1, &fill);
  return nearest_row(in, how, y, z, fill, out);
}

}  // namespace

std::int64_t resample(InstructionSet instructions, const GreyVolume& in, const Resampling& how,
                      int threads, SliceSink& out, Progress& progress) {
  const Tables rows{rows_for<Rows>(instructions), rows_for<conversion::Rows>(instructions)};
  const Shape& shape = how.shape;
  GreyVolume slice({shape.width, shape.height, 1}, in.type());
  std::vector<std::int64_t> inside(static_cast<std::size_t>(shape.height));
  std::int64_t total = 0;
  for (std::int64_t z = 0; z < shape.depth; ++z) {
    PhaseProgress part(progress, z, z + 1, shape.depth);
    parallel_for(shape.height, threads, part, [&](std::int64_t y) {
      inside[static_cast<std::size_t>(y)] = with_pixel_type(in.type(), [&](auto pixel) {
        return resample_row(rows, in, how, static_cast<float>(y), static_cast<float>(z),
                            slice.data<decltype(pixel)>() + y * shape.width);
      });
    });
    total = std::accumulate(inside.begin(), inside.end(), total);
    out.write_slice(z, slice.data<std::uint8_t>());
  }
  return total;
}

}  // namespace bitvox::register_mi
