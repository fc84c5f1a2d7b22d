// SPDX-License-Identifier: BSD-2-Clause
#include "ops/joint_histogram/joint_histogram_shuffle.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "core/random.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/joint_histogram/joint_histogram_moments.hpp"

namespace bitvox::joint_histogram {
namespace {

// How many whole blocks there are along each axis.
Shape grid_of(const Shape& volume, const Shape& block) {
  return {volume.width / block.width, volume.height / block.height, volume.depth / block.depth};
}

// Memory that is first touched by those who write it: there may be gigabytes.
template <class Element>
std::unique_ptr<Element[]> untouched(std::int64_t count) {
  return std::make_unique_for_overwrite<Element[]>(static_cast<std::size_t>(count));
}

// The levels of both images, block after block; a block's voxels x fastest, then y, then z.
struct Blocks {
  std::int64_t voxels;  // of one
  std::int64_t count;
  std::unique_ptr<std::uint16_t[]> a;
  std::unique_ptr<std::uint16_t[]> b;
};

class BlockCutter {
 public:
  BlockCutter(const LevelPairs& pairs, const Shape& block)
      : pairs_(pairs),
        block_(block),
        grid_(grid_of({pairs.first.shape().width, pairs.first.shape().height,
                       pairs.end_slice - pairs.first_slice},
                      block)),
        blocks_{block.voxel_count(), grid_.voxel_count(),
                untouched<std::uint16_t>(block.voxel_count() * grid_.voxel_count()),
                untouched<std::uint16_t>(block.voxel_count() * grid_.voxel_count())},
        incomplete_(static_cast<std::size_t>(blocks_.count)) {}

  Blocks cut(int threads, Progress& progress) {
    const auto make = [&] { return LevelReader(pairs_); };
    auto [cutting, dropping] = progress_parts(progress, 9, 1);
    parallel_for(grid_.depth, threads, cutting, make,
                 [&](LevelReader& reader, std::int64_t layer, const Team& team) {
                   for (std::int64_t z = 0; z < block_.depth && !team.stopped(); ++z) {
                     cut_slice(reader, layer, z, team);
                   }
                 });
    drop_incomplete(dropping);
    return std::move(blocks_);
  }

 private:
  void cut_slice(LevelReader& reader, std::int64_t layer, std::int64_t z, const Team& team) {
    const PixelBlocks pieces(pairs_.first.shape());
    const std::int64_t slice = pairs_.first_slice + layer * block_.depth + z;
    const std::int64_t first = slice * pieces.per_slice();
    const std::int64_t width = pairs_.first.shape().width;
    for (std::int64_t i = first; i < first + pieces.per_slice() && !team.stopped(); ++i) {
      const PixelBlocks::Block piece = pieces[i];
      reader.read(piece);
      std::int64_t done = 0;
      while (done < piece.count) {  // row by row
        const std::int64_t x = (piece.first + done) % width;
        const std::int64_t y = (piece.first + done) / width;
        const std::int64_t count = std::min(piece.count - done, width - x);
        if (y / block_.height < grid_.height) {
          cut_row(reader, done, x, std::min(x + count, grid_.width * block_.width),
                  (layer * grid_.height + y / block_.height) * grid_.width,
                  (z * block_.height + y % block_.height) * block_.width);
        }
        done += count;
      }
    }
  }

  // Pixels x .. end - 1 of a row, which begin at `from` of what was read. `block`: that of the
  // row's first pixel; `place`: of the row in its blocks.
  void cut_row(const LevelReader& reader, std::int64_t from, std::int64_t x, std::int64_t end,
               std::int64_t block, std::int64_t place) {
    for (std::int64_t column = x / block_.width; x < end; ++column) {
      const std::int64_t last = std::min(end, (column + 1) * block_.width);
      const std::int64_t start = x - column * block_.width;
      const std::int64_t to = (block + column) * blocks_.voxels + place + start;
      std::copy_n(reader.a() + from, last - x, blocks_.a.get() + to);
      std::copy_n(reader.b() + from, last - x, blocks_.b.get() + to);
      const std::uint8_t* const used = reader.used() + from;
      if (std::find(used, used + (last - x), 0) != used + (last - x)) {
        incomplete_[static_cast<std::size_t>(block + column)] = 1;
      }
      from += last - x;
      x = last;
    }
  }

  // Blocks with voxels that are not used.
  void drop_incomplete(Progress& progress) {
    std::int64_t kept = 0;
    for (std::int64_t i = 0; i < blocks_.count; ++i) {
      if (i % kBetweenReports == 0) {
        progress.report(i, blocks_.count);
      }
      if (incomplete_[static_cast<std::size_t>(i)] == 0) {
        if (kept < i) {
          move(blocks_.a.get(), i, kept);
          move(blocks_.b.get(), i, kept);
        }
        ++kept;
      }
    }
    blocks_.count = kept;
  }

  void move(std::uint16_t* levels, std::int64_t from, std::int64_t to) const {
    std::copy_n(levels + from * blocks_.voxels, blocks_.voxels, levels + to * blocks_.voxels);
  }

  static constexpr std::int64_t kBetweenReports = 4096;

  const LevelPairs& pairs_;
  Shape block_;
  Shape grid_;
  Blocks blocks_;
  std::vector<std::uint8_t> incomplete_;  // 1 for blocks with voxels that are not used
};

// The sum of the products of the voxels of two blocks.
std::uint64_t dot(const std::uint16_t* a, const std::uint16_t* b, std::int64_t count) {
  std::uint64_t sum = 0;
  for (std::int64_t i = 0; i < count; ++i) sum += std::uint32_t{a[i]} * b[i];
  return sum;
}

// The sum of the products where A's blocks lie in a random order, a new one for each number.
class Shuffler {
 public:
  Shuffler(const Blocks& blocks, std::uint64_t seed)
      : blocks_(blocks), seed_(seed), order_(untouched<std::uint32_t>(blocks.count)) {}

  // Nothing of use if the team was stopped.
  Int128 product_sum(std::int64_t number, const Team& team) {
    Random random(seed_, static_cast<std::uint64_t>(number));
    std::uint32_t* const order = order_.get();
    // Fisher and Yates: each block takes the place of one of those before it, or its own.
    for (std::int64_t i = 0; i < blocks_.count; ++i) {
      if (i % kBetweenLooks == 0 && team.stopped()) {
        return 0;
      }
      order[i] = static_cast<std::uint32_t>(i);
      std::swap(order[i], order[random.below(i + 1)]);
    }
    Int128 sum = 0;
    for (std::int64_t i = 0; i < blocks_.count; ++i) {
      if (i % kBetweenLooks == 0 && team.stopped()) {
        return 0;
      }
      __builtin_prefetch(block_of_a(std::min(i + kAhead, blocks_.count - 1)));
      sum += dot(block_of_a(i), blocks_.b.get() + i * blocks_.voxels, blocks_.voxels);
    }
    return sum;
  }

 private:
  // That has come to place i.
  const std::uint16_t* block_of_a(std::int64_t i) const {
    return blocks_.a.get() + order_.get()[i] * blocks_.voxels;
  }

  static constexpr std::int64_t kBetweenLooks = 4096;
  static constexpr std::int64_t kAhead = 16;  // small blocks from anywhere: memory answers late

  const Blocks& blocks_;
  std::uint64_t seed_;
  std::unique_ptr<std::uint32_t[]> order_;
};

// Of the blocks as they are.
Moments moments_of(const Blocks& blocks, int threads, Progress& progress) {
  constexpr std::int64_t kPiece = 65536;
  const std::int64_t voxels = blocks.count * blocks.voxels;
  const std::int64_t pieces = (voxels + kPiece - 1) / kPiece;
  std::vector<Moments> each(static_cast<std::size_t>(pieces));
  parallel_for(pieces, threads, progress, [&](std::int64_t piece) {
    Moments own;
    for (std::int64_t i = piece * kPiece; i < std::min(voxels, (piece + 1) * kPiece); ++i) {
      own.add(blocks.a.get()[i], blocks.b.get()[i], 1);
    }
    each[static_cast<std::size_t>(piece)] = own;
  });
  Moments all;
  for (const Moments& piece : each) all += piece;
  return all;
}

}  // namespace

void check_shuffling(const Shuffling& shuffling, const Shape& volume) {
  if (shuffling.randomisations < 0 || shuffling.randomisations > kMostRandomisations) {
    throw InvalidInput("randomisations=" + std::to_string(shuffling.randomisations) +
                       " is not allowed; use 0 to " + std::to_string(kMostRandomisations));
  }
  if (shuffling.randomisations == 0) {
    return;
  }
  const Shape& block = shuffling.block;
  if (block.width < 1 || block.height < 1 || block.depth < 1) {
    throw InvalidInput("a block of " + size_text(block) + " voxels is not allowed; use 1 or more");
  }
  const std::int64_t fit = grid_of(volume, block).voxel_count();
  if (fit < 2) {
    throw InvalidInput("two blocks of " + size_text(block) + " voxels do not fit into " +
                       size_text(volume) + "; choose a smaller block");
  }
  if (fit > std::numeric_limits<std::uint32_t>::max()) {
    throw InvalidInput(std::to_string(fit) + " blocks of " + size_text(block) +
                       " voxels are too many; choose a larger block");
  }
}

void shuffle(const LevelPairs& pairs, const Shuffling& shuffling, int threads,
             Colocalization& result, Progress& progress) {
  const Shape volume{pairs.first.shape().width, pairs.first.shape().height,
                     pairs.end_slice - pairs.first_slice};
  const std::int64_t in_grid = grid_of(volume, shuffling.block).voxel_count();
  const int team_size = std::min(threads, shuffling.randomisations);
  const std::int64_t voxel_bytes = 2 * std::int64_t{sizeof(std::uint16_t)};
  const std::int64_t block_bytes = 1 + team_size * std::int64_t{sizeof(std::uint32_t)};
  require_memory({"shuffling blocks", "Choose randomisations=0."}, host_memory(),
                 in_grid * (shuffling.block.voxel_count() * voxel_bytes + block_bytes));
  auto [cutting, adding, shuffling_part] = progress_parts(progress, 5, 1, 44);
  const Blocks blocks = BlockCutter(pairs, shuffling.block).cut(threads, cutting);
  result.blocks = blocks.count;
  Moments real = moments_of(blocks, threads, adding);
  result.blocks_pearson = real.pearson();
  if (blocks.count < 2 || std::isnan(result.blocks_pearson)) {
    return;
  }

  // All that a shuffle changes is the sum of the products.
  std::vector<Int128> products(static_cast<std::size_t>(shuffling.randomisations));
  parallel_for(
      shuffling.randomisations, team_size, shuffling_part,
      [&] { return Shuffler(blocks, shuffling.seed); },
      [&](Shuffler& shuffler, std::int64_t number, const Team& team) {
        products[static_cast<std::size_t>(number)] = shuffler.product_sum(number, team);
      });
  const auto n = static_cast<double>(products.size());
  const Int128 unshuffled = real.ab;
  double sum = 0;
  double below = 0;
  std::vector<double> correlations;
  for (const Int128 product : products) {
    below += product < unshuffled ? 1 : 0;
    real.ab = product;
    sum += correlations.emplace_back(real.pearson());
  }
  result.shuffled_below = below / n;
  result.shuffled_mean = sum / n;
  double squares = 0;
  for (const double r : correlations) {
    squares += (r - result.shuffled_mean) * (r - result.shuffled_mean);
  }
  if (products.size() > 1) {
    result.shuffled_sd = std::sqrt(squares / (n - 1));
  }
}

}  // namespace bitvox::joint_histogram
