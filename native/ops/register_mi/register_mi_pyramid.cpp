// SPDX-License-Identifier: BSD-2-Clause
#include "ops/register_mi/register_mi_pyramid.hpp"

#include <cmath>
#include <limits>

#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"

namespace bitvox::register_mi {
namespace {

// The mean of the finite values of a block; NaN where there are none.
template <class Pixel>
float mean_of_finite(const Pixel* in, const Shape& shape, const LevelFactors& by) {
  float sum = 0;
  int count = 0;
  for (std::int64_t z = 0; z < by.z; ++z) {
    for (std::int64_t y = 0; y < by.y; ++y) {
      const Pixel* const row = in + (z * shape.height + y) * shape.width;
      for (std::int64_t x = 0; x < by.x; ++x) {
        const auto value = static_cast<float>(row[x]);
        if (!std::isfinite(value)) continue;
        sum += value;
        ++count;
      }
    }
  }
  return count == 0 ? std::numeric_limits<float>::quiet_NaN() : sum / static_cast<float>(count);
}

std::unique_ptr<GreyVolume> load(const GreySource& source, int threads, Progress& progress) {
  auto volume = std::make_unique<GreyVolume>(source.shape(), source.type());
  const std::int64_t pixels = source.slice_pixels();
  const std::int64_t bytes = pixels * bytes_per_pixel(source.type());
  parallel_for(
      source.shape().depth, threads, progress, [&] { return source.open(); },
      [&](const auto& reader, std::int64_t z) {
        reader->read(z, 0, pixels, volume->data<std::uint8_t>() + z * bytes);
      });
  return volume;
}

template <class Pixel>
void halve_row(const Pixel* in, const Shape& shape, const LevelFactors& by, std::int64_t count,
               float* out) {
  const float part = 1.0F / static_cast<float>(by.x * by.y * by.z);
  const std::int64_t slice = shape.width * shape.height;
  for (std::int64_t i = 0; i < count; ++i, in += by.x) {
    float sum = 0;
    for (std::int64_t z = 0; z < by.z; ++z) {
      for (std::int64_t y = 0; y < by.y; ++y) {
        const Pixel* const row = in + z * slice + y * shape.width;
        for (std::int64_t x = 0; x < by.x; ++x) sum += static_cast<float>(row[x]);
      }
    }
    out[i] = std::isfinite(sum) ? sum * part : mean_of_finite(in, shape, by);
  }
}

std::unique_ptr<GreyVolume> halve(const GreyVolume& in, const LevelFactors& by, int threads,
                                  Progress& progress) {
  const Shape& shape = in.shape();
  auto out = std::make_unique<GreyVolume>(level_shape(shape, by), PixelType::kFloat32);
  const Shape& small = out->shape();
  parallel_for(small.depth * small.height, threads, progress, [&](std::int64_t row) {
    const std::int64_t z = row / small.height * by.z;
    const std::int64_t y = row % small.height * by.y;
    with_pixel_type(in.type(), [&](auto pixel) {
      halve_row(in.data<decltype(pixel)>() + (z * shape.height + y) * shape.width, shape, by,
                small.width, out->data<float>() + row * small.width);
    });
  });
  return out;
}

}  // namespace

Pyramid::Pyramid(const GreySource& source, const std::vector<LevelFactors>& levels, int threads,
                 Progress& progress) {
  full_ = dynamic_cast<const GreyVolume*>(&source);
  auto [loading, rest] = progress_parts(progress, 1, 1);
  loading.report(0, 1);  // also where there is nothing to load
  if (full_ == nullptr) {
    loaded_ = load(source, threads, loading);
    full_ = loaded_.get();
  }
  StandingProgress halving(rest);
  for (std::size_t i = 1; i < levels.size(); ++i) {
    const LevelFactors by{levels[i].x / levels[i - 1].x, levels[i].y / levels[i - 1].y,
                          levels[i].z / levels[i - 1].z};
    means_.push_back(halve(level(i - 1), by, threads, halving));
  }
  progress.report(1, 1);
}

void Pyramid::smooth(InstructionSet instructions, const std::vector<Smoothing>& by, int threads,
                     Progress& progress) {
  StandingProgress standing(progress);
  smoothed_ = smoothed(instructions, *full_, by[0], threads, standing);
  for (std::size_t i = 0; i < means_.size(); ++i) {
    means_[i] = smoothed(instructions, *means_[i], by[i + 1], threads, standing);
  }
}

std::int64_t Pyramid::bytes(const GreySource& source, const std::vector<LevelFactors>& levels) {
  const bool in_memory = dynamic_cast<const GreyVolume*>(&source) != nullptr;
  std::int64_t bytes =
      in_memory ? 0 : source.shape().voxel_count() * bytes_per_pixel(source.type());
  for (std::size_t i = 1; i < levels.size(); ++i) {
    bytes += 4 * level_shape(source.shape(), levels[i]).voxel_count();
  }
  return bytes;
}

}  // namespace bitvox::register_mi
