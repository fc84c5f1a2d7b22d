// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <mutex>
#include <numeric>
#include <string>

#include "core/error.hpp"
#include "core/memory.hpp"
#include "core/parallel.hpp"
#include "cpu/rows.hpp"
#include "ops/register_mi/register_mi_matcher.hpp"
#include "ops/register_mi/register_mi_search.hpp"

namespace bitvox::cpu {
namespace {

std::unique_ptr<GreyVolume> load(const GreySource& source, int threads, Progress& progress) {
  auto volume = std::make_unique<GreyVolume>(source.shape(), source.type());
  const std::int64_t pixels = source.slice_pixels();
  const std::int64_t bytes = pixels * bytes_per_pixel(source.type());
  parallel_for(source.shape().depth, threads, progress, [&](std::int64_t z) {
    source.open()->read(z, 0, pixels, volume->data<std::uint8_t>() + z * bytes);
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
    out[i] = sum * part;
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

// A volume and the means of it, level by level.
class Pyramid {
 public:
  Pyramid(const GreySource& source, const std::vector<LevelFactors>& levels, int threads,
          Progress& progress) {
    full_ = dynamic_cast<const GreyVolume*>(&source);
    PhaseProgress loading(progress, 0, 500);
    if (full_ == nullptr) {
      loaded_ = load(source, threads, loading);
      full_ = loaded_.get();
    }
    PhaseProgress halving(progress, 500, 500);
    for (std::size_t i = 1; i < levels.size(); ++i) {
      const LevelFactors by{levels[i].x / levels[i - 1].x, levels[i].y / levels[i - 1].y,
                            levels[i].z / levels[i - 1].z};
      means_.push_back(halve(level(i - 1), by, threads, halving));
    }
    progress.report(1000, 1000);
  }

  const GreyVolume& level(std::size_t i) const { return i == 0 ? *full_ : *means_[i - 1]; }

 private:
  const GreyVolume* full_ = nullptr;
  std::unique_ptr<GreyVolume> loaded_;
  std::vector<std::unique_ptr<GreyVolume>> means_;
};

using Lookup = decltype(RegisterMiRows::lookup_u8);
Lookup lookup_of(const RegisterMiRows& rows, PixelType type) {
  return type == PixelType::kUint8    ? rows.lookup_u8
         : type == PixelType::kUint16 ? rows.lookup_u16
                                      : rows.lookup_f32;
}

// Counts of pairs of bins for one motion, filled by several threads.
struct SharedTable {
  std::mutex mutex;
  std::vector<std::uint32_t> counts;
};

MatchSums sum_up(const std::uint32_t* table, int bins) {
  MatchSums sums;
  std::vector<std::uint32_t> columns(static_cast<std::size_t>(bins));
  for (int row = 0; row < bins; ++row) {
    std::uint32_t in_row = 0;
    for (std::uint32_t& column : columns) {
      const std::uint32_t n = *table++;
      sums.n_log_n += n_log_n(n, logs());
      in_row += n;
      column += n;
    }
    sums.pairs += in_row;
    sums.n_log_n -= n_log_n(in_row, logs());
  }
  for (const std::uint32_t n : columns) sums.n_log_n -= n_log_n(n, logs());
  return sums;
}

// Places in voxels, one array an axis.
struct Points {
  std::vector<float> x;
  std::vector<float> y;
  std::vector<float> z;

  explicit Points(std::size_t count = 0) : x(count), y(count), z(count) {}
  std::int64_t count() const { return static_cast<std::int64_t>(x.size()); }
};

// The voxel of `in` nearest to a mapped place.
template <class Pixel>
std::int64_t nearest_row(const GreyVolume& in, const PointMap& map, float y, float z,
                         std::int64_t count, Pixel fill, Pixel* out) {
  const Shape& shape = in.shape();
  const auto* const pixels = in.data<Pixel>();
  const auto inside = [](float at, std::int64_t side) {
    return at >= 0 && at <= static_cast<float>(side - 1);
  };
  std::int64_t total = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const auto x = static_cast<float>(i);
    const float at_x = (map.xx * x + map.xy * y) + map.x0;
    const float at_y = (map.yx * x + map.yy * y) + map.y0;
    const float at_z = z + map.z0;
    const bool found =
        inside(at_x, shape.width) && inside(at_y, shape.height) && inside(at_z, shape.depth);
    out[i] = fill;
    if (found) {
      const auto voxel = [](float at) { return static_cast<std::int64_t>(std::floor(at + 0.5F)); };
      out[i] = pixels[(voxel(at_z) * shape.height + voxel(at_y)) * shape.width + voxel(at_x)];
      ++total;
    }
  }
  return total;
}

class Matcher final : public RegisterMatcher {
 public:
  Matcher(const RowKernels& rows, int threads, Pyramid moving, Pyramid fixed)
      : rows_(rows), threads_(threads), moving_(std::move(moving)), fixed_(std::move(fixed)) {}

  std::vector<float> values(Role role, std::size_t level, const PointGrid& grid,
                            Progress& progress) override {
    const GreyVolume& volume = pyramid(role).level(level);
    const Points points = points_of(grid, progress);
    std::vector<float> all(static_cast<std::size_t>(points.count()));
    for_parts(points.count(), progress, [&](std::int64_t from, std::int64_t count) {
      look_up(volume, kSamePlace, points, from, count, all.data() + from);
    });
    return all;
  }

  std::int64_t set_points(const MatchPoints& setup, Progress& progress) override {
    setup_ = setup;
    points_ = points_of(setup.grid, progress);
    bins_.resize(points_.x.size());
    const GreyVolume& volume = pyramid(setup.role).level(setup.level);
    std::atomic<std::int64_t> total{0};
    for_parts(points_.count(), progress, [&](std::int64_t from, std::int64_t count) {
      std::vector<float> values(static_cast<std::size_t>(count));
      look_up(volume, kSamePlace, points_, from, count, values.data());
      std::uint8_t* const bins = bins_.data() + from;
      rows_.register_mi.bins(values.data(), count, &setup.own, bins);
      total += count - std::count(bins, bins + count, kNoBin);
    });
    return total;
  }

  std::vector<MatchSums> match(const std::vector<PointMap>& maps, Progress& progress) override {
    const int bins = setup_.other.bins;
    const auto cells = static_cast<std::size_t>(bins) * static_cast<std::size_t>(bins);
    const std::int64_t points = points_.count();
    const std::int64_t parts = (points + kPart - 1) / kPart;
    const GreyVolume& volume =
        pyramid(setup_.role == Role::kMoving ? Role::kFixed : Role::kMoving).level(setup_.level);
    std::vector<SharedTable> tables(parts > 1 ? maps.size() : 0);
    for (SharedTable& table : tables) table.counts.resize(cells);
    std::vector<MatchSums> sums(maps.size());
    const auto count = static_cast<std::int64_t>(maps.size());
    parallel_for(count * parts, threads_, progress, [&](std::int64_t item) {
      const auto m = static_cast<std::size_t>(item / parts);
      const std::int64_t from = item % parts * kPart;
      std::vector<std::uint32_t> table(cells + 1);  // the last: pairs with a NaN
      count_part(volume, maps[m], from, std::min(kPart, points - from), table.data());
      if (parts == 1) {
        sums[m] = sum_up(table.data(), bins);
        return;
      }
      const std::lock_guard lock(tables[m].mutex);
      for (std::size_t i = 0; i < cells; ++i) tables[m].counts[i] += table[i];
    });
    if (parts > 1) {
      parallel_for(count, threads_, progress, [&](std::int64_t m) {
        const auto i = static_cast<std::size_t>(m);
        sums[i] = sum_up(tables[i].counts.data(), bins);
      });
    }
    return sums;
  }

  std::int64_t resample(const PointMap& map, Interpolation interpolation, float fill, GreySink& out,
                        Progress& progress) override {
    const Shape& shape = fixed_.level(0).shape();
    const GreyVolume& in = moving_.level(0);
    std::vector<float> x(static_cast<std::size_t>(shape.width));
    std::iota(x.begin(), x.end(), 0.0F);
    GreyVolume slice({shape.width, shape.height, 1}, in.type());
    std::vector<std::int64_t> inside(static_cast<std::size_t>(shape.height));
    std::int64_t total = 0;
    for (std::int64_t z = 0; z < shape.depth; ++z) {
      PhaseProgress part(progress, 1000 * z / shape.depth, 1000 * (z + 1) / shape.depth);
      parallel_for(shape.height, threads_, part, [&](std::int64_t y) {
        inside[static_cast<std::size_t>(y)] =
            resample_row(in, map, interpolation, fill, x, static_cast<float>(y),
                         static_cast<float>(z), y * shape.width, slice);
      });
      total = std::accumulate(inside.begin(), inside.end(), total);
      out.write_slice(z, slice.data<std::uint8_t>());
    }
    return total;
  }

 private:
  static constexpr std::int64_t kPart = 65536;  // points that one thread counts at a time
  static constexpr std::int64_t kRun = 1024;    // of these, whose values stay in the cache
  static constexpr PointMap kSamePlace{1, 0, 0, 0, 1, 0, 0};

  Points points_of(const PointGrid& grid, Progress& progress) const {
    Points points(static_cast<std::size_t>(grid.count()));
    for_parts(grid.count(), progress, [&](std::int64_t from, std::int64_t count) {
      for (std::int64_t cell = from; cell < from + count; ++cell) {
        const GridPoint point = point_of_cell(grid, cell);
        const auto i = static_cast<std::size_t>(cell);
        points.x[i] = point.x;
        points.y[i] = point.y;
        points.z[i] = point.z;
      }
    });
    return points;
  }

  const Pyramid& pyramid(Role role) const { return role == Role::kMoving ? moving_ : fixed_; }

  void for_parts(std::int64_t count, Progress& progress,
                 const std::function<void(std::int64_t, std::int64_t)>& body) const {
    parallel_for((count + kPart - 1) / kPart, threads_, progress, [&](std::int64_t part) {
      body(part * kPart, std::min(kPart, count - part * kPart));
    });
  }

  void look_up(const GreyVolume& volume, const PointMap& map, const Points& points,
               std::int64_t from, std::int64_t count, float* values) const {
    const Shape& shape = volume.shape();
    const LookupVolume in{volume.data<std::uint8_t>(), shape.width, shape.height, shape.depth};
    lookup_of(rows_.register_mi, volume.type())(&in, &map, points.x.data() + from,
                                                points.y.data() + from, points.z.data() + from,
                                                count, std::nanf(""), values);
  }

  void count_part(const GreyVolume& volume, const PointMap& map, std::int64_t from,
                  std::int64_t count, std::uint32_t* table) const {
    float values[kRun];
    for (std::int64_t at = from; at < from + count; at += kRun) {
      const std::int64_t run = std::min(kRun, from + count - at);
      look_up(volume, map, points_, at, run, values);
      rows_.register_mi.count(values, bins_.data() + at, run, &setup_.other, table);
    }
  }

  std::int64_t resample_row(const GreyVolume& in, const PointMap& map, Interpolation interpolation,
                            float fill, const std::vector<float>& x, float y, float z,
                            std::int64_t at, GreyVolume& slice) const {
    const auto count = static_cast<std::int64_t>(x.size());
    const LookupVolume volume{in.data<std::uint8_t>(), in.shape().width, in.shape().height,
                              in.shape().depth};
    const std::vector<float> ys(x.size(), y);
    const std::vector<float> zs(x.size(), z);
    std::vector<float> values(x.size(), fill);
    return with_pixel_type(in.type(), [&](auto pixel) {
      using Pixel = decltype(pixel);
      Pixel* const to = slice.data<Pixel>() + at;
      if (interpolation == Interpolation::kNearest) {
        Pixel filled{};
        convert(&fill, 1, &filled);
        return nearest_row(in, map, y, z, count, filled, to);
      }
      const std::int64_t inside = lookup_of(rows_.register_mi, in.type())(
          &volume, &map, x.data(), ys.data(), zs.data(), count, fill, values.data());
      convert(values.data(), count, to);
      return inside;
    });
  }

  void convert(const float* values, std::int64_t count, std::uint8_t* pixels) const {
    rows_.convolution.to_u8(values, count, pixels);
  }
  void convert(const float* values, std::int64_t count, std::uint16_t* pixels) const {
    rows_.convolution.to_u16(values, count, pixels);
  }
  void convert(const float* values, std::int64_t count, float* pixels) const {
    // Backends make NaN of different bits.
    for (std::int64_t i = 0; i < count; ++i) {
      pixels[i] = std::isnan(values[i]) ? std::nanf("") : values[i];
    }
  }

  const RowKernels& rows_;
  int threads_;
  Pyramid moving_;
  Pyramid fixed_;
  MatchPoints setup_;
  Points points_;
  std::vector<std::uint8_t> bins_;  // of the points
};

void check_memory(const RegisterTask& task) {
  std::int64_t needed = std::int64_t{64} << 20;  // points, tables, a slice
  for (const Role role : {Role::kMoving, Role::kFixed}) {
    const GreySource& source = task.source(role);
    if (dynamic_cast<const GreyVolume*>(&source) == nullptr) {
      needed += source.shape().voxel_count() * bytes_per_pixel(source.type());
    }
    for (std::size_t i = 1; i < task.levels.size(); ++i) {
      needed += 4 * level_shape(source.shape(), task.levels[i]).voxel_count();
    }
  }
  const std::int64_t available = available_host_bytes();
  if (needed > available) {
    throw HostOutOfMemory("the registration needs " + readable_bytes(needed) +
                          " of memory outside the Java heap, " + readable_bytes(available) +
                          " are free. Crop the images.");
  }
}

}  // namespace

std::unique_ptr<RegisterMatcher> make_matcher(const RowKernels& rows, const RegisterTask& task,
                                              Progress& progress) {
  check_memory(task);
  PhaseProgress first(progress, 0, 500);
  PhaseProgress second(progress, 500, 1000);
  Pyramid moving(task.moving, task.levels, task.threads, first);
  Pyramid fixed(task.fixed, task.levels, task.threads, second);
  return std::make_unique<Matcher>(rows, task.threads, std::move(moving), std::move(fixed));
}

}  // namespace bitvox::cpu
