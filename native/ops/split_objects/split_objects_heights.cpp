// SPDX-License-Identifier: BSD-2-Clause
#include "ops/split_objects/split_objects_heights.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/read_rows.hpp"
#include "ops/distance_map/distance_map_field.hpp"
#include "ops/split_objects/split_objects_grid.hpp"

namespace bitvox::split_objects {
namespace {

// The squared distances; returns the largest.
template <class T>
T make_field(const HeightJob& job, const distance_map::Job& distance, const BitVolume& volume,
             T* field, Progress& progress) {
  distance_map::FieldMaker<T> maker(rows_for<distance_map::Rows>(job.instructions), volume,
                                    distance.metric, distance.planar, distance.steps, job.threads);
  return maker.make(Phase::kForeground, distance.edges, {0, volume.shape().width}, field, progress);
}

// body(first voxel of a row, its place in the volume's words) for all rows.
template <class Body>
void each_row(const Shape& s, int threads, Progress& progress, const Body& body) {
  const RowParts parts(s);
  parallel_for(parts.count(), threads, progress, [&](std::int64_t part) {
    for (std::int64_t y = parts.first(part); y < parts.end(part); ++y) {
      const std::int64_t row = parts.slice(part) * s.height + y;
      body(row * s.width, row * s.words_per_row());
    }
  });
}

bool has_bit(const std::uint64_t* row, std::int64_t x) {
  return (row[x / 64] >> (x % 64) & 1) != 0;
}

// Differences of the floats whose bits `image` holds; see Heights::kGradient.
class Slope {
 public:
  Slope(const Shape& shape, const Spacing& spacing, bool planar, const std::uint32_t* image)
      : shape_(shape), spacing_(spacing), planar_(planar), image_(image) {}

  float operator()(std::int64_t voxel) const {
    const std::int64_t x = voxel % shape_.width, row = voxel / shape_.width;
    const std::int64_t y = row % shape_.height, z = row / shape_.height;
    const double dx = difference(voxel, x, shape_.width, 1, spacing_.x);
    const double dy = difference(voxel, y, shape_.height, shape_.width, spacing_.y);
    double sum = dx * dx + dy * dy;
    if (!planar_) {
      const double dz =
          difference(voxel, z, shape_.depth, shape_.width * shape_.height, spacing_.z);
      sum += dz * dz;
    }
    return static_cast<float>(std::sqrt(sum));
  }

 private:
  double difference(std::int64_t voxel, std::int64_t at, std::int64_t length, std::int64_t step,
                    double size) const {
    const bool ahead = at + 1 < length && std::isfinite(value(voxel + step));
    const bool behind = at > 0 && std::isfinite(value(voxel - step));
    const int steps = (ahead ? 1 : 0) + (behind ? 1 : 0);
    if (steps == 0) return 0;
    return (value(ahead ? voxel + step : voxel) - value(behind ? voxel - step : voxel)) /
           (steps * size);
  }
  double value(std::int64_t voxel) const { return std::bit_cast<float>(image_[voxel]); }

  Shape shape_;
  Spacing spacing_;
  bool planar_;
  const std::uint32_t* image_;
};

}  // namespace

distance_map::Job distance_job(const HeightJob& job, const VolumeSource& volume) {
  distance_map::Options options;
  options.edges = job.options.edges;
  options.extent = job.options.extent;
  options.spacing = job.options.spacing;
  options.threads = job.threads;
  return distance_map::job_of(volume, options);
}

AlignedArray<std::uint16_t> squared_distances(const HeightJob& job, const BitVolume& volume,
                                              Progress& progress) {
  const distance_map::Job distance = distance_job(job, volume);
  if (distance_map::first_type(distance) != distance_map::ValueType::k16) return nullptr;
  auto heights = aligned_array<std::uint16_t>(volume.shape().voxel_count());
  const std::uint16_t most = make_field(job, distance, volume, heights.get(), progress);
  if (most == distance_map::kInfinite<std::uint16_t>) return nullptr;
  return heights;
}

AlignedArray<std::uint32_t> distances(const HeightJob& job, const BitVolume& volume,
                                      Progress& progress) {
  const Shape& s = volume.shape();
  const distance_map::Job distance = distance_job(job, volume);
  AlignedArray<std::uint32_t> heights = aligned_array<std::uint32_t>(s.voxel_count());
  auto [making, converting] = progress_parts(progress, 4, 1);
  Progress& convert = converting;
  const auto take = [&](auto* field) {
    using T = std::remove_pointer_t<decltype(field)>;
    const auto& rows = distance_map::rows_of<T>(rows_for<distance_map::Rows>(job.instructions));
    each_row(s, job.threads, convert, [&](std::int64_t first, std::int64_t) {
      constexpr std::int64_t kPiece = 1024;
      float numbers[kPiece];
      for (std::int64_t x = 0; x < s.width; x += kPiece) {
        const std::int64_t count = std::min(kPiece, s.width - x);
        rows.to_distances(field + first + x, count, distance.scale, 1, numbers);
        for (std::int64_t i = 0; i < count; ++i) {
          heights[static_cast<std::size_t>(first + x + i)] =
              numbers[i] > 0 ? height_of(numbers[i]) : 0;
        }
      }
    });
  };
  if (distance_map::wide_type(distance) == distance_map::ValueType::k32) {
    make_field(job, distance, volume, heights.get(), making);
    take(heights.get());
  } else {
    const AlignedArray<double> field = aligned_array<double>(s.voxel_count());
    make_field(job, distance, volume, field.get(), making);
    take(field.get());
  }
  return heights;
}

AlignedArray<std::uint32_t> grey_heights(const HeightJob& job, const GreySource& image,
                                         BitVolume& volume, Progress& progress) {
  const Shape& s = volume.shape();
  const Heights kind = job.options.heights;
  AlignedArray<std::uint32_t> heights = aligned_array<std::uint32_t>(s.voxel_count());
  const bool slopes = kind == Heights::kGradient;
  auto [reading, computing] = progress_parts(progress, 2, slopes ? 3 : 0);
  read_rows(image, job.threads, reading, [&](std::int64_t y, std::int64_t z, const auto* row) {
    const std::int64_t number = z * s.height + y;
    std::uint64_t* const bits = volume.words() + number * s.words_per_row();
    std::uint32_t* const to = heights.get() + number * s.width;
    for (std::int64_t x = 0; x < s.width; ++x) {
      const auto value = static_cast<float>(row[x]);
      if (!std::isfinite(value)) bits[x / 64] &= ~(std::uint64_t{1} << (x % 64));
      if (slopes) {
        to[x] = std::bit_cast<std::uint32_t>(value);
      } else {
        to[x] = has_bit(bits, x) ? height_of(kind == Heights::kDark ? -value : value) : 0;
      }
    }
  });
  if (!slopes) return heights;
  AlignedArray<std::uint32_t> steep = aligned_array<std::uint32_t>(s.voxel_count());
  const Slope slope(s, job.options.spacing, job.planar, heights.get());
  each_row(s, job.threads, computing, [&](std::int64_t first, std::int64_t word) {
    const std::uint64_t* const bits = volume.words() + word;
    for (std::int64_t x = 0; x < s.width; ++x) {
      steep[static_cast<std::size_t>(first + x)] =
          has_bit(bits, x) ? height_of(-slope(first + x)) : 0;
    }
  });
  return steep;
}

}  // namespace bitvox::split_objects
