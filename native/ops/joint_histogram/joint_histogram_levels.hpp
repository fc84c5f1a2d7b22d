// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "core/threads/parallel.hpp"
#include "core/volumes/bit_volume.hpp"
#include "core/volumes/grey_volume.hpp"
#include "ops/joint_histogram/joint_histogram.hpp"
#include "ops/joint_histogram/joint_histogram_blocks.hpp"

// The used voxels of two images as pairs of levels, see joint_histogram_colocalization.hpp.
namespace bitvox::joint_histogram {

// How the values of one image become levels.
struct LevelAxis {
  PixelType type = PixelType::kUint8;
  BinRange range;
  int levels = 0;     // 256 or 65536
  double origin = 0;  // level l is shown as origin + step * l
  double step = 1;

  double shown(double level) const { return origin + step * level; }
};
LevelAxis level_axis(PixelType type, const BinRange& range, const ShownLine& shown);

struct LevelPairs {
  const GreySource& first;
  const GreySource& second;
  const BitVolume* mask = nullptr;  // may be null
  LevelAxis a;
  LevelAxis b;
  std::int64_t first_slice = 0;
  std::int64_t end_slice = 0;
};

// Reads them on one thread.
class LevelReader {
 public:
  explicit LevelReader(const LevelPairs& pairs);

  void read(const PixelBlocks::Block& block);

  // Of the pixels of that block.
  const std::uint16_t* a() const { return a_.data(); }
  const std::uint16_t* b() const { return b_.data(); }
  const std::uint8_t* used() const { return used_.data(); }
  // Their values, for 32 bits too: pixel i of the block.
  float a_value(std::int64_t i) const { return value(a_pixels_, pairs_.a.type, i); }
  float b_value(std::int64_t i) const { return value(b_pixels_, pairs_.b.type, i); }

 private:
  static float value(const std::vector<float>& pixels, PixelType type, std::int64_t i);

  const LevelPairs& pairs_;
  std::unique_ptr<GreyReader> first_;
  std::unique_ptr<GreyReader> second_;
  std::vector<float> a_pixels_;  // the largest pixel type; holds any of them
  std::vector<float> b_pixels_;
  std::vector<std::uint16_t> a_;
  std::vector<std::uint16_t> b_;
  std::vector<std::uint8_t> used_;
};

// Adds every pair to the sums, which are empty: own.add(a, b, 1) on many threads, each on a copy,
// then sums.merge(own). Integers, so that the order does not matter.
template <class Sums>
void add_pairs(const LevelPairs& pairs, int threads, Sums& sums, Progress& progress) {
  constexpr int kMostThreads = 16;  // more spend their time on merging
  const PixelBlocks blocks(pairs.first.shape());
  const std::int64_t begin = pairs.first_slice * blocks.per_slice();
  const std::int64_t end = pairs.end_slice * blocks.per_slice();
  const auto team_size =
      static_cast<int>(std::min<std::int64_t>({end - begin, threads, kMostThreads}));
  const Sums empty = sums;
  std::mutex mutex;
  std::atomic<std::int64_t> next{begin};
  run_team(team_size, end - begin, progress, [&](Team& team, int) {
    Sums own = empty;
    LevelReader reader(pairs);
    for (std::int64_t i = next++; i < end && !team.stopped(); i = next++) {
      const PixelBlocks::Block block = blocks[i];
      reader.read(block);
      for (std::int64_t k = 0; k < block.count; ++k) {
        if (reader.used()[k] != 0) {
          own.add(reader.a()[k], reader.b()[k], 1);
        }
      }
      team.add_done(1);
    }
    const std::lock_guard lock(mutex);
    if (!team.stopped()) {
      sums.merge(own);
    }
  });
}

}  // namespace bitvox::joint_histogram
