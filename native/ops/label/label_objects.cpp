// SPDX-License-Identifier: BSD-2-Clause
#include "ops/label/label_objects.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <numeric>

#include "core/error.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/threads/stop_request.hpp"
#include "ops/label/components.hpp"
#include "ops/label/label_run_source.hpp"
#include "ops/label/label_runs.hpp"

namespace bitvox::label {
namespace {

template <class T>
void add_to(T& sum, T value) {
  std::atomic_ref(sum).fetch_add(value, std::memory_order_relaxed);
}

template <class T>
void lower_to(T& least, T value) {
  std::atomic_ref shared(least);
  T old = shared.load(std::memory_order_relaxed);
  while (value < old && !shared.compare_exchange_weak(old, value, std::memory_order_relaxed)) {
  }
}

template <class T>
void raise_to(T& most, T value) {
  std::atomic_ref shared(most);
  T old = shared.load(std::memory_order_relaxed);
  while (value > old && !shared.compare_exchange_weak(old, value, std::memory_order_relaxed)) {
  }
}

// Sum of x and of its squares, for x from 0 to last.
std::int64_t sum_to(std::int64_t last) { return last * (last + 1) / 2; }
std::int64_t squares_to(std::int64_t last) { return last * (last + 1) * (2 * last + 1) / 6; }

// Sums over neighbouring runs of one object, before they are added to those that threads share.
struct Part {
  std::uint32_t label = 0;
  std::int64_t voxels = 0;
  std::int64_t sums[3] = {};
  std::int64_t squares[6] = {};
  std::int32_t low[3] = {};
  std::int32_t high[3] = {};
  int faces = 0;

  void add(std::int64_t z, std::int64_t y, std::int64_t begin, std::int64_t last) {
    const std::int64_t n = last - begin + 1;
    const std::int64_t x = sum_to(last) - sum_to(begin - 1);
    const std::int64_t at[3] = {begin, y, z};
    const std::int64_t end[3] = {last, y, z};
    for (int i = 0; i < 3; ++i) {
      low[i] = voxels == 0 ? static_cast<std::int32_t>(at[i])
                           : std::min(low[i], static_cast<std::int32_t>(at[i]));
      high[i] = voxels == 0 ? static_cast<std::int32_t>(end[i])
                            : std::max(high[i], static_cast<std::int32_t>(end[i]));
    }
    voxels += n;
    sums[0] += x;
    sums[1] += n * y;
    sums[2] += n * z;
    squares[0] += squares_to(last) - squares_to(begin - 1);
    squares[1] += n * y * y;
    squares[2] += n * z * z;
    squares[3] += n * y * z;
    squares[4] += x * z;
    squares[5] += x * y;
  }

  void give_to(Objects& objects) {
    if (label == 0 || voxels == 0) {
      return;
    }
    const std::size_t i = label - 1;
    add_to(objects.voxels[i], voxels);
    for (std::size_t k = 0; k < 3; ++k) {
      add_to(objects.sums[k][i], sums[k]);
      lower_to(objects.box[k][i], low[k]);
      raise_to(objects.box[3 + k][i], high[k]);
    }
    for (std::size_t k = 0; k < 6; ++k) {
      add_to(objects.squares[k][i], squares[k]);
    }
    if (faces != 0) {
      std::atomic_ref(objects.faces[i])
          .fetch_or(static_cast<std::uint8_t>(faces), std::memory_order_relaxed);
    }
  }
};

// Sums of a second image, which go where means will be. They are made slice by slice and row by
// row on one thread, so that those of floats are always rounded alike.
template <class Pixel, class Runs>
void measure_values(const Runs& runs, const GreySource& second, Objects& objects,
                    Progress& progress) {
  constexpr std::int64_t kPixelsOfPart = std::int64_t{1} << 20;
  const Shape& s = runs.shape();
  const std::int64_t rows = std::clamp<std::int64_t>(kPixelsOfPart / s.width, 1, s.height);
  const auto reader = second.open();
  std::vector<Pixel> pixels(static_cast<std::size_t>(s.width * rows));
  for (std::int64_t z = 0; z < s.depth; ++z) {
    auto at = runs.begin(z);
    for (std::int64_t y0 = 0; y0 < s.height; y0 += rows) {
      progress.report(z * s.height + y0, s.depth * s.height);
      const std::int64_t y1 = std::min(s.height, y0 + rows);
      reader->read(z, y0 * s.width, (y1 - y0) * s.width, pixels.data());
      runs.each(at, z, y0, y1,
                [&](std::uint32_t label, std::int64_t y, std::int64_t begin, std::int64_t last) {
                  if (label == 0) {
                    return;
                  }
                  const Pixel* const row = pixels.data() + (y - y0) * s.width;
                  double sum = 0;
                  double least = row[begin];
                  double most = row[begin];
                  for (std::int64_t x = begin; x <= last; ++x) {
                    const double value = row[x];
                    sum += value;
                    least = std::min(least, value);
                    most = std::max(most, value);
                  }
                  objects.mean[label - 1] += sum;
                  objects.least[label - 1] = std::min(objects.least[label - 1], least);
                  objects.most[label - 1] = std::max(objects.most[label - 1], most);
                });
    }
  }
  progress.report(s.depth, s.depth);
}

void make_means(Objects& objects, Progress& progress) {
  constexpr std::size_t kBetweenLooks = std::size_t{1} << 20;
  for (std::size_t i = 0; i < objects.mean.size(); ++i) {
    if (i % kBetweenLooks == 0) progress.report(1, 1);
    objects.mean[i] /= static_cast<double>(objects.voxels[i]);
    if (objects.mean[i] != objects.mean[i]) {  // there was a NaN
      objects.least[i] = objects.most[i] = objects.mean[i];
    }
  }
}

// runs(progress) are those of the labelled voxels. Of a second image there are sums, not means yet.
template <class MakeRuns>
void measure_sums(const MakeRuns& make_runs, std::int64_t count, const GreySource* second,
                  int threads, Objects& objects, Progress& progress) {
  const auto size = static_cast<std::size_t>(count);
  const bool has_values = second != nullptr;
  auto parts = progress_parts(progress, 1, has_values ? 3 : 9, has_values ? 6 : 0);
  Progress& ranking = parts[0];
  Progress& shapes = parts[1];
  Progress& values = parts[2];
  const auto fill = [&](auto& column, auto value, Progress& part) {
    part.report(0, 1);  // touching so much memory takes long
    column.assign(size, value);
  };
  fill(objects.voxels, 0, ranking);
  fill(objects.faces, std::uint8_t{0}, ranking);
  for (auto& sums : objects.sums) fill(sums, 0, ranking);
  for (auto& squares : objects.squares) fill(squares, 0, ranking);
  for (std::size_t k = 0; k < 6; ++k) {
    fill(objects.box[k], k < 3 ? std::numeric_limits<std::int32_t>::max() : -1, ranking);
  }
  const auto runs = make_runs(ranking);
  const Shape& s = runs.shape();
  parallel_for(s.depth, threads, shapes, [&](std::int64_t z) {
    const int of_slice = (z == 0 ? kLowZ : 0) | (z == s.depth - 1 ? kHighZ : 0);
    Part part;
    auto at = runs.begin(z);
    runs.each(at, z, 0, s.height,
              [&](std::uint32_t label, std::int64_t y, std::int64_t begin, std::int64_t last) {
                if (label != part.label) {
                  part.give_to(objects);
                  part = Part{};
                  part.label = label;
                }
                part.add(z, y, begin, last);
                part.faces |= of_slice | (y == 0 ? kLowY : 0) | (y == s.height - 1 ? kHighY : 0) |
                              (begin == 0 ? kLowX : 0) | (last == s.width - 1 ? kHighX : 0);
              });
    part.give_to(objects);
  });
  if (!has_values) return;
  fill(objects.mean, 0.0, values);
  fill(objects.least, std::numeric_limits<double>::infinity(), values);
  fill(objects.most, -std::numeric_limits<double>::infinity(), values);
  with_pixel_type(second->type(), [&](auto pixel) {
    measure_values<decltype(pixel)>(runs, *second, objects, values);
  });
}

template <class MakeRuns>
void measure_runs(const MakeRuns& make_runs, std::int64_t count, const GreySource* second,
                  int threads, Objects& objects, Progress& progress) {
  measure_sums(make_runs, count, second, threads, objects, progress);
  make_means(objects, progress);
}

}  // namespace

std::vector<std::uint32_t> ranks_of_slices(const BitVolume& volume, int threads,
                                           Progress& progress) {
  const Shape& s = volume.shape();
  std::vector<std::uint32_t> ranks(static_cast<std::size_t>(s.depth) + 1);
  parallel_for(s.depth, threads, progress, [&](std::int64_t z) {
    std::uint32_t runs = 0;
    for (std::int64_t y = 0; y < s.height && !stop_requested(); ++y) {
      for_each_run(volume.slice(z) + y * s.words_per_row(), s.words_per_row(), 0,
                   [&](std::uint32_t, auto, auto) { ++runs; });
    }
    ranks[static_cast<std::size_t>(z) + 1] = runs;
  });
  std::partial_sum(ranks.begin(), ranks.end(), ranks.begin());
  return ranks;
}

void require_sums(const Shape& s) {
  const std::int64_t side = std::max({s.width, s.height, s.depth});
  if (side > std::int64_t{1} << 20 ||
      s.voxel_count() > std::numeric_limits<std::int64_t>::max() / (side * side)) {
    throw InvalidInput("a volume of " + std::to_string(s.width) + " x " + std::to_string(s.height) +
                       " x " + std::to_string(s.depth) +
                       " voxels is too large for a table of objects; crop it");
  }
}

std::int64_t bytes_of_objects(std::int64_t count, bool second) {
  constexpr std::int64_t kEach = 13 * 8 + 6 * 4 + 1;
  return count * (kEach + (second ? 3 * 8 : 0));
}

void measure_objects(const BitVolume& volume, const std::vector<std::uint32_t>& labels,
                     std::int64_t count, const GreySource* second, int threads, Objects& objects,
                     Progress& progress) {
  measure_runs(
      [&](Progress& ranking) {
        return RankedRuns(volume, labels, ranks_of_slices(volume, threads, ranking));
      },
      count, second, threads, objects, progress);
}

void measure_objects(const LabelVolume& volume, std::int64_t count, const GreySource* second,
                     int threads, Objects& objects, Progress& progress) {
  measure_runs([&](Progress&) { return RunsOfLabels(volume); }, count, second, threads, objects,
               progress);
}

void measure_objects(const RankedRuns& runs, const Box& box, std::int64_t count,
                     const GreySource* second, int threads, Objects& objects, Progress& progress) {
  measure_sums([&](Progress&) { return RunsInBox(runs, box); }, count, second, threads, objects,
               progress);
}

}  // namespace bitvox::label
