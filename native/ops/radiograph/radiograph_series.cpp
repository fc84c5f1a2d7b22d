// SPDX-License-Identifier: BSD-2-Clause
#include "ops/radiograph/radiograph_series.hpp"

#include <algorithm>

namespace bitvox::radiograph {
namespace {

constexpr std::int64_t kMostAtOnce = 64;

}  // namespace

Series::Series(const Options& options, int materials, std::int64_t floats_at_once)
    : options_(options),
      materials_(materials),
      part_{options.detector.columns, options.row == 0 ? 0 : options.row - 1,
            options.row == 0 ? options.detector.rows : 1},
      at_once_(std::clamp<std::int64_t>(floats_at_once / (part_.pixels() * materials), 1,
                                        std::min<std::int64_t>(kMostAtOnce, options.angles))) {
  if (options.noise > 0) noise_ = {options.noise, static_cast<std::uint64_t>(options.seed)};
}

Result Series::begin(const Outputs& outputs) const {
  const Shape shape{part_.columns, part_.rows, options_.angles};
  const auto announce = [&](SliceSink* sink, int channels) {
    if (sink != nullptr) sink->begin({shape, PixelType::kFloat32, channels});
  };
  announce(outputs.lengths, materials_);
  announce(outputs.transmission, 1);
  announce(outputs.attenuation, 1);
  Result result;
  result.longest.resize(static_cast<std::size_t>(materials_));
  result.projected.resize(static_cast<std::size_t>(materials_));
  return result;
}

void Series::end(Result& result) const {
  const double area =
      options_.detector.pixel_width * options_.detector.pixel_height / options_.angles;
  for (double& projected : result.projected) projected *= area;
  result.rays = part_.pixels() * options_.angles;
}

std::vector<rays::View> views_of(const Options& options, const Shape& shape, std::int64_t first,
                                 std::int64_t count) {
  const rays::Vec3 size{static_cast<double>(shape.width) * options.spacing.x,
                        static_cast<double>(shape.height) * options.spacing.y,
                        static_cast<double>(shape.depth) * options.spacing.z};
  std::vector<rays::View> views;
  for (std::int64_t i = first; i < first + count; ++i) {
    views.push_back(rays::view_at(options.detector, size, angle_of(options, i)));
  }
  return views;
}

}  // namespace bitvox::radiograph
