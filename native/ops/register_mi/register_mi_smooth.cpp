// SPDX-License-Identifier: BSD-2-Clause
#include "ops/register_mi/register_mi_smooth.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "core/threads/parallel.hpp"
#include "ops/register_mi/register_mi_rows.hpp"

namespace bitvox::register_mi {
namespace {

constexpr double kLeastSigma = 0.25;  // less changes nothing that matters
constexpr double kMostSigma = 3;
constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();

SmoothingRow gaussian(double sigma) {
  if (sigma < kLeastSigma) return {1.0F};
  sigma = std::min(sigma, kMostSigma);
  const int reach = std::max(1, static_cast<int>(std::ceil(3 * sigma - 0.5)));
  const auto below = [&](double x) { return std::erf(x / (sigma * std::sqrt(2.0))); };
  std::vector<double> exact;
  double sum = 0;
  for (int k = -reach; k <= reach; ++k) {
    exact.push_back(below(k + 0.5) - below(k - 0.5));
    sum += exact.back();
  }
  SmoothingRow row;
  for (const double weight : exact) row.push_back(static_cast<float>(weight / sum));
  return row;
}

// A pass along one axis: rows[k] of the k-th neighbour, or null where it is beyond an edge.
void smooth_row(const Rows& rows, std::vector<const float*>& of, const SmoothingRow& by,
                std::int64_t count, float* out) {
  const float* const middle = of[static_cast<std::size_t>(reach(by))];
  for (const float*& row : of) row = row == nullptr ? middle : row;
  rows.smooth(of.data(), by.data(), reach(by), count, out);
}

// Along the lines of a plane of rows that follow one another: from one plane into the other.
void smooth_lines(const Rows& rows, const float* in, std::int64_t lines, std::int64_t width,
                  const SmoothingRow& by, float* out, std::int64_t out_stride) {
  std::vector<const float*> of(by.size());
  const std::int64_t most = reach(by);
  for (std::int64_t line = 0; line < lines; ++line) {
    for (std::int64_t k = -most; k <= most; ++k) {
      const bool there = line + k >= 0 && line + k < lines;
      of[static_cast<std::size_t>(k + most)] = there ? in + (line + k) * width : nullptr;
    }
    smooth_row(rows, of, by, width, out + line * out_stride);
  }
}

template <class Pixel>
void smooth_slice(const Rows& rows, const Pixel* in, const Shape& shape, const Smoothing& by,
                  float* out) {
  const std::int64_t most = reach(by.x);
  std::vector<float> padded(static_cast<std::size_t>(shape.width + 2 * most), kMissing);
  std::vector<float> plane(static_cast<std::size_t>(shape.width * shape.height));
  std::vector<const float*> of(by.x.size());
  for (std::int64_t y = 0; y < shape.height; ++y) {
    for (std::int64_t x = 0; x < shape.width; ++x) {
      padded[static_cast<std::size_t>(most + x)] = static_cast<float>(in[y * shape.width + x]);
    }
    for (std::size_t k = 0; k < of.size(); ++k) of[k] = padded.data() + k;
    smooth_row(rows, of, by.x, shape.width, plane.data() + y * shape.width);
  }
  smooth_lines(rows, plane.data(), shape.height, shape.width, by.y, out, shape.width);
}

}  // namespace

Smoothing smoothing_of(double sigma, const Geometry& geometry, Role role,
                       const LevelFactors& level) {
  const VoxelRatio ratio = role == Role::kFixed ? geometry.fixed_voxel() : VoxelRatio{};
  const auto along = [&](std::int64_t factor, double aspect) {
    return gaussian(sigma * static_cast<double>(level.x) / (static_cast<double>(factor) * aspect));
  };
  const Shape& shape = geometry.shape(Role::kMoving);
  return {along(level.x, 1), along(level.y, geometry.pixel_aspect() * ratio.y / ratio.x),
          shape.depth == 1 ? SmoothingRow{1.0F}
                           : along(level.z, geometry.slice_aspect() * ratio.z / ratio.x)};
}

std::unique_ptr<GreyVolume> smoothed(InstructionSet instructions, const GreyVolume& in,
                                     const Smoothing& by, int threads, Progress& progress) {
  const Rows& rows = rows_for<Rows>(instructions);
  const Shape& shape = in.shape();
  const std::int64_t slice = shape.width * shape.height;
  auto out = std::make_unique<GreyVolume>(shape, PixelType::kFloat32);
  auto* const pixels = out->data<float>();
  parallel_for(shape.depth, threads, progress, [&](std::int64_t z) {
    with_pixel_type(in.type(), [&](auto pixel) {
      smooth_slice(rows, in.data<decltype(pixel)>() + z * slice, shape, by, pixels + z * slice);
    });
  });
  if (by.z.size() == 1) return out;
  parallel_for(shape.height, threads, progress, [&](std::int64_t y) {
    std::vector<float> plane(static_cast<std::size_t>(shape.width * shape.depth));
    for (std::int64_t z = 0; z < shape.depth; ++z) {
      std::copy_n(pixels + z * slice + y * shape.width, shape.width,
                  plane.data() + z * shape.width);
    }
    smooth_lines(rows, plane.data(), shape.depth, shape.width, by.z, pixels + y * shape.width,
                 slice);
  });
  return out;
}

namespace {

// Rows of a slice as floats.
std::vector<float> read_rows(GreyReader& reader, PixelType type, std::int64_t z, std::int64_t first,
                             std::int64_t count) {
  std::vector<float> all(static_cast<std::size_t>(count));
  with_pixel_type(type, [&](auto pixel) {
    std::vector<decltype(pixel)> raw(all.size());
    reader.read(z, first, count, raw.data());
    std::transform(raw.begin(), raw.end(), all.begin(),
                   [](auto value) { return static_cast<float>(value); });
  });
  return all;
}

}  // namespace

double noise_of(const GreySource& source) {
  constexpr std::int64_t kSlices = 16;
  constexpr std::int64_t kPairs = 64;                      // of rows in all
  constexpr std::int64_t kPlaces = std::int64_t{1} << 13;  // more say hardly more, and take long
  const Shape& shape = source.shape();
  const auto reader = source.open();
  const std::int64_t slices = std::min(kSlices, shape.depth);
  const std::int64_t pairs = std::min(shape.height - 1, kPairs / slices * 2);
  const std::int64_t columns = shape.width - 1;
  const std::int64_t step = slices * pairs * columns / kPlaces + 1;
  std::vector<float> values;
  std::vector<float> differences;
  for (std::int64_t s = 0; s < slices; ++s) {
    const std::int64_t z = (2 * s + 1) * shape.depth / (2 * slices);
    for (std::int64_t p = 0; p < pairs; ++p) {
      const std::int64_t y = (2 * p + 1) * (shape.height - 1) / (2 * pairs);
      const std::vector<float> rows =
          read_rows(*reader, source.type(), z, y * shape.width, 2 * shape.width);
      for (std::int64_t x = p % step; x < columns; x += step) {
        const auto at = [&](std::int64_t dx, std::int64_t dy) {
          return rows[static_cast<std::size_t>(dy * shape.width + x + dx)];
        };
        const float difference = (at(0, 0) - at(1, 0)) - (at(0, 1) - at(1, 1));
        if (!std::isfinite(difference)) continue;
        values.push_back(at(0, 0));
        differences.push_back(std::abs(difference));
      }
    }
  }
  if (values.empty()) return 0;
  const auto quantile = [](std::vector<float>& of, double part) {
    const auto at =
        of.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(of.size() - 1));
    std::nth_element(of.begin(), at, of.end());
    return static_cast<double>(*at);
  };
  const double low = quantile(values, 0.001);
  const double high = quantile(values, 0.999);
  // The median of absolute values of a normal distribution, of differences of four values.
  const double noise = quantile(differences, 0.5) / 0.6745 / 2;
  return high > low ? noise / (high - low) : 0;
}

// Noise widens the range between the quantiles by some six deviations.
double sigma_for(double noise) {
  constexpr double kMost = 1.5;
  const double contrast = 1 - 6 * noise;
  const double sigma = contrast > 0 ? std::min(kMost, 2 * std::sqrt(noise / contrast)) : kMost;
  return sigma < kLeastSigma ? 0 : sigma;
}

}  // namespace bitvox::register_mi
