// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <type_traits>

#include "core/error.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_arena.hpp"
#include "cuda/launch.hpp"
#include "cuda/pacer.hpp"
#include "ops/local_thickness/local_thickness_paint.cuh"

namespace bitvox::local_thickness {

// How the kernels are put together: finds the centres, lists them in bands of falling radius, and
// paints band by band.
template <class V>
class BandPainter {
 public:
  // Of a volume of this size; the rest of it is needed when it paints.
  BandPainter(const Volume<V>& volume, const cuda::Stream& stream)
      : volume_(volume),
        stream_(stream),
        rows_(std::int64_t{volume.height} * volume.depth),
        words_(words_of(volume.width)) {
    bricks_.height = volume.planar ? kBrickRows : 4;
    bricks_.depth = kBrickRows / bricks_.height;
    const auto parts = [](int side, int of) { return (side + of - 1) / of; };
    bricks_.nx = parts(volume.width, kWarp);
    bricks_.ny = parts(volume.height, bricks_.height);
    bricks_.nz = parts(volume.depth, bricks_.depth);
    bricks_.words = parts(bricks_.nx, kWarp);
    bricks_.blocks_y = parts(bricks_.ny, kBlockSide);
    constexpr std::int64_t kMost = std::int64_t{1} << 32;
    if (rows_ >= kMost || brick_rows() * bricks_.nx >= kMost) {
      throw DeviceOutOfMemory("the GPU measures the thickness of up to 2^32 rows of voxels.");
    }
  }

  void take(cuda::DeviceArena& arena) {
    centres_ = arena.take<std::uint32_t>(centre_words());
    list_ = arena.take<Centre>(capacity());
    counters_ = arena.take<unsigned long long>(kBands);
    near_ = arena.take<std::uint32_t>(3 * BallTable::kMost);
    far_ = arena.take<std::uint32_t>(BallTable::kFarSteps * BallTable::kMost);
    bricks_.open = arena.take<std::uint32_t>(brick_rows() * bricks_.nx * kBrickRows);
    bricks_.boxes = arena.take<std::uint32_t>(brick_rows() * bricks_.nx);
    bricks_.flags = arena.take<std::uint32_t>(flag_words());
    bricks_.blocks = arena.take<std::uint32_t>(block_words());
    bricks_.touched = arena.take<std::uint32_t>(flag_words());
    bricks_.touched_list = arena.take<unsigned>(brick_rows() * bricks_.nx);
    list_counts_ = arena.take<unsigned>(3);
    bricks_.touched_count = list_counts_;
    tasks_ = {arena.take<Task>(task_capacity()), list_counts_ + 2,
              static_cast<unsigned>(task_capacity())};
  }

  // What the pacer's total is to be. Bands take about as long as what comes before.
  std::int64_t work() const { return 2 * rows_; }

  // Enqueues it all: T of the balls of all centres, 0 where there is none.
  void paint(cuda::Pacer& pacer) {
    for (std::int64_t first = 0; first < flag_words(); first += kWordsAtOnce) {
      const std::int64_t count = std::min(kWordsAtOnce, flag_words() - first);
      cuda::launch(open_bricks_kernel<V>, {cuda::blocks_for(count, kBrickWarps), kBrickThreads},
                   stream_, volume_, bricks_, first, count);
      pacer.enqueued(0);
    }
    if (volume_.largest <= volume_.smallest) return;
    sum_blocks();
    find_centres(pacer);
    unsigned long long counts[kBands];
    count_centres(counts);
    cuda::clear(list_counts_, 3, stream_);
    const auto count_of = [&](int band) { return static_cast<std::int64_t>(counts[band]); };
    for (int first = 0; first < kBands;) {
      // As many bands as the list has room for.
      int end = first;
      std::int64_t sum = 0;
      while (end < kBands && sum + count_of(end) <= capacity()) sum += count_of(end++);
      if (end == first) {
        paint_long_band(end++, counts, pacer);
      } else if (sum > 0) {
        list({first, end}, counts, {0, centre_words()});
        std::int64_t begin = 0;
        for (int band = first; band < end; begin += count_of(band++)) {
          if (count_of(band) == 0) continue;
          paint_list(list_ + begin, count_of(band), band, pacer);
          close(band);
        }
      }
      first = end;
    }
  }

 private:
  static constexpr int kBlock = 256;
  static constexpr std::int64_t kWordsAtOnce = std::int64_t{1} << 20;

  std::int64_t voxels() const { return rows_ * volume_.width; }
  std::int64_t centre_words() const { return rows_ * words_; }
  std::int64_t brick_rows() const { return std::int64_t{bricks_.ny} * bricks_.nz; }
  std::int64_t flag_words() const { return brick_rows() * bricks_.words; }
  std::int64_t block_words() const {
    return std::int64_t{bricks_.blocks_y} * ((bricks_.nz + kBlockSide - 1) / kBlockSide) *
           bricks_.words;
  }
  // Of the list of centres: enough of them to keep a GPU busy.
  std::int64_t capacity() const {
    constexpr std::int64_t kLeast = std::int64_t{1} << 20;
    return std::min(voxels(), std::max(kLeast, voxels() / 32));
  }
  std::int64_t task_capacity() const {
    constexpr std::int64_t kMost = std::int64_t{1} << 22;
    return std::min(voxels(), kMost);
  }

  void find_centres(cuda::Pacer& pacer) {
    Containment table{near_, far_, {}, 0};
    std::copy(std::begin(BallTable::kFar), std::end(BallTable::kFar), table.far_steps);
    if constexpr (!std::is_same_v<V, distance_map::Doubles>) {
      const BallTable balls(static_cast<std::int64_t>(volume_.largest));
      const auto size = [](const auto& least) { return static_cast<std::int64_t>(least.size()); };
      cuda::copy(near_, balls.least().data(), size(balls.least()), stream_);
      cuda::copy(far_, balls.least_far().data(), size(balls.least_far()), stream_);
      table.count = static_cast<int>(balls.count());
      stream_.wait();  // the table goes
    }
    const std::int64_t at_once = std::max<std::int64_t>(1, kWordsAtOnce / words_);
    for (std::int64_t first = 0; first < rows_; first += at_once) {
      const std::int64_t count = std::min(at_once, rows_ - first);
      cuda::launch(find_centres_kernel<V>,
                   {cuda::blocks_for(count * words_, kBlock / kWarp), kBlock}, stream_, volume_,
                   table, first, count, centres_);
      pacer.enqueued(first + count);
    }
  }

  void count_centres(unsigned long long* counts) {
    cuda::clear(counters_, kBands, stream_);
    in_words({0, centre_words()}, [&](const WordRange& range) {
      cuda::launch(count_centres_kernel<V>, {cuda::blocks_for(range.count, kBands), kBands},
                   stream_, volume_, centres_, range, counters_);
    });
    cuda::read_back(counts, counters_, kBands, stream_);
  }

  // A band with more centres than the list has room for, part of the volume by part.
  void paint_long_band(int band, const unsigned long long* counts, cuda::Pacer& pacer) {
    const std::int64_t at_once = std::max<std::int64_t>(1, capacity() / kWarp);
    for (std::int64_t first = 0; first < centre_words(); first += at_once) {
      list({band, band + 1}, counts, {first, std::min(at_once, centre_words() - first)});
      const auto count = static_cast<std::int64_t>(cuda::read_back(counters_ + band, stream_));
      if (count == 0) continue;
      paint_list(list_, count, band, pacer);
      cuda::clear(tasks_.count, 1, stream_);
    }
    close(band);
  }

  void list(const BandRange& bands, const unsigned long long* counts, const WordRange& words) {
    unsigned long long cursors[kBands] = {};
    for (int band = bands.first + 1; band < bands.end; ++band) {
      cursors[band] = cursors[band - 1] + counts[band - 1];
    }
    cuda::copy(counters_, cursors, kBands, stream_);
    stream_.wait();  // the cursors go
    in_words(words, [&](const WordRange& range) {
      cuda::launch(list_centres_kernel<V>, {cuda::blocks_for(range.count, kBands), kBands}, stream_,
                   volume_, centres_, range, bands, counters_, list_);
    });
  }

  // Rows of bricks, and words of them, that a ball of a band may reach, at most.
  std::int64_t reach_of(int band) const {
    const double radius = std::sqrt(volume_.largest) * (1 - static_cast<double>(band) / kBands);
    const auto along = [&](std::int64_t count, double step, double side) {
      return std::min(static_cast<double>(count), 2 * (radius / step / side) + 3);
    };
    return static_cast<std::int64_t>(
        along(bricks_.ny, volume_.step_y, bricks_.height) *
        (volume_.planar ? 1 : along(bricks_.nz, volume_.step_z, bricks_.depth)) *
        along(bricks_.words, volume_.step_x, kWarp * kWarp));
  }

  // So many balls at a time that a launch is over soon; each by as many warps as a GPU has idle.
  void paint_list(const Centre* list, std::int64_t count, int band, cuda::Pacer& pacer) {
    constexpr std::int64_t kRowsAtOnce = std::int64_t{1} << 30;
    constexpr std::int64_t kManyWarps = std::int64_t{1} << 14;
    const std::int64_t reach = reach_of(band);
    const std::int64_t at_once = std::clamp<std::int64_t>(kRowsAtOnce / reach, 1, 1 << 22);
    const auto parts = static_cast<unsigned>(
        std::clamp<std::int64_t>(kManyWarps / count, 1, std::min<std::int64_t>(reach, 1024)));
    for (std::int64_t first = 0; first < count; first += at_once) {
      const std::int64_t balls = std::min(at_once, count - first);
      cuda::launch(find_bricks_kernel<V>,
                   {dim3(cuda::blocks_for(balls, kPaintWarps), parts), kPaintThreads}, stream_,
                   volume_, bricks_, list + first, static_cast<unsigned>(balls), tasks_);
      cuda::launch(paint_bricks_kernel<V>, {paint_blocks_, kPaintThreads}, stream_, volume_,
                   bricks_, list + first, tasks_);
      if (first + balls < count) cuda::clear(tasks_.count, 1, stream_);
      pacer.enqueued(rows_ + rows_ * band / kBands);
    }
  }

  void close(int band) {
    unsigned* const other = list_counts_ + (bricks_.touched_count == list_counts_ ? 1 : 0);
    cuda::launch(close_bricks_kernel<V>, {close_blocks_, kBrickThreads}, stream_, volume_, bricks_,
                 other, tasks_.count);
    bricks_.touched_count = other;
    constexpr int kOften = 8;
    if (band % kOften == 0) sum_blocks();
  }

  void sum_blocks() {
    cuda::launch(sum_blocks_kernel, {cuda::blocks_for(block_words(), kBrickWarps), kBrickThreads},
                 stream_, bricks_, block_words());
  }

  template <class Body>
  void in_words(const WordRange& range, Body&& body) const {
    for (std::int64_t i = 0; i < range.count; i += kWordsAtOnce) {
      body(WordRange{range.first + i, std::min(kWordsAtOnce, range.count - i)});
    }
  }

  const Volume<V>& volume_;
  const cuda::Stream& stream_;
  const std::int64_t rows_;
  const std::int64_t words_;  // of a row of centres
  Bricks bricks_{};
  std::uint32_t* centres_ = nullptr;
  Centre* list_ = nullptr;
  unsigned long long* counters_ = nullptr;  // of bands: their centres, or where to put the next
  std::uint32_t* near_ = nullptr;           // of the BallTable
  std::uint32_t* far_ = nullptr;
  unsigned* list_counts_ = nullptr;  // touched bricks of this band and the next, tasks
  Tasks tasks_{};
  const unsigned paint_blocks_ =
      static_cast<unsigned>(cuda::resident_blocks(paint_bricks_kernel<V>, kPaintThreads));
  const unsigned close_blocks_ =
      static_cast<unsigned>(cuda::resident_blocks(close_bricks_kernel<V>, kBrickThreads));
};

}  // namespace bitvox::local_thickness
