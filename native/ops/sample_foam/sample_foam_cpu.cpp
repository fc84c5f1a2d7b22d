// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <bit>
#include <cmath>

#include "core/volumes/bit_runs.hpp"
#include "ops/sample_foam/sample_foam.hpp"

namespace bitvox::sample_foam {
namespace {

struct Ball {
  std::int64_t x, y, z, radius;
};

// The largest integer whose square is at most n.
std::int64_t integer_root(std::int64_t n) {
  auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(n)));
  while (root * root > n) --root;
  while ((root + 1) * (root + 1) <= n) ++root;
  return root;
}

// Sets bits first .. last of a row and returns how many of them were not set before.
std::int64_t set_run(std::uint64_t* row, std::int64_t first, std::int64_t last) {
  std::int64_t fresh = 0;
  for_each_word(row, first, last + 1, [&](std::uint64_t& word, std::uint64_t bits) {
    fresh += std::popcount(bits & ~word);
    word |= bits;
  });
  return fresh;
}

// Adds the part of the ball that lies in the volume; returns how many voxels were not set before.
// pause() is called every few thousand rows, which take some milliseconds.
template <class Pause>
std::int64_t add_ball(const Ball& ball, BitVolume& volume, const Pause& pause) {
  constexpr std::int64_t kRowsBetweenPauses = 4096;
  std::int64_t rows = 0;
  const Shape& shape = volume.shape();
  std::int64_t fresh = 0;
  const std::int64_t z_last = std::min(shape.depth - 1, ball.z + ball.radius);
  for (std::int64_t z = std::max<std::int64_t>(0, ball.z - ball.radius); z <= z_last; ++z) {
    const std::int64_t in_slice = ball.radius * ball.radius - (z - ball.z) * (z - ball.z);
    const std::int64_t reach = integer_root(in_slice);
    const std::int64_t y_last = std::min(shape.height - 1, ball.y + reach);
    for (std::int64_t y = std::max<std::int64_t>(0, ball.y - reach); y <= y_last; ++y) {
      const std::int64_t half = integer_root(in_slice - (y - ball.y) * (y - ball.y));
      fresh += set_run(volume.slice(z) + y * shape.words_per_row(),
                       std::max<std::int64_t>(0, ball.x - half),
                       std::min(shape.width - 1, ball.x + half));
    }
    rows += 2 * reach + 1;
    if (rows > kRowsBetweenPauses) {
      pause();
      rows = 0;
    }
  }
  return fresh;
}

}  // namespace

void fill_cpu(const Options& options, BitVolume& volume, Progress& progress) {
  const Shape& shape = volume.shape();
  const auto wanted = static_cast<std::int64_t>(
      std::ceil(options.fraction * static_cast<double>(shape.voxel_count())));
  Random random(static_cast<std::uint64_t>(options.seed));
  std::int64_t filled = 0;
  while (filled < wanted) {
    progress.report(filled, wanted);
    Ball ball{};
    ball.radius = options.radius_min + random.below(options.radius_max - options.radius_min + 1);
    ball.x = random.below(shape.width);
    ball.y = random.below(shape.height);
    ball.z = random.below(shape.depth);
    filled += add_ball(ball, volume, [&] { progress.report(filled, wanted); });
  }
  progress.report(wanted, wanted);
}

}  // namespace bitvox::sample_foam
