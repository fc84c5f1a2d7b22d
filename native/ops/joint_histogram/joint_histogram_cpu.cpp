// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <atomic>
#include <mutex>
#include <string>

#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "core/threads/parallel.hpp"
#include "ops/joint_histogram/joint_histogram_blocks.hpp"

namespace bitvox::joint_histogram {
namespace {

// The counts of one histogram, of the pairs in range and of the others: one row and column more for
// each kind.
class FullTable {
 public:
  explicit FullTable(const Task& task) : columns_(columns(task)), counts_(size(task)) {}

  static std::int64_t columns(const Task& task) { return task.a.bins + kExtraBins; }
  static std::size_t size(const Task& task) {
    return static_cast<std::size_t>(columns(task) * (task.b.bins + kExtraBins));
  }

  // Moves the counts of one worker here. There may be millions: a stop of the team is heeded.
  void take(std::vector<std::uint32_t>& counts, const Team& team) {
    const auto columns = static_cast<std::size_t>(columns_);
    for (std::size_t row = 0; row < counts.size() && !team.stopped(); row += columns) {
      for (std::size_t i = row; i < row + columns; ++i) {
        counts_[i] += counts[i];
        counts[i] = 0;
      }
    }
  }

  Counts split(int first_bins, int second_bins, const Team& team) const {
    Counts result;
    result.counts.reserve(static_cast<std::size_t>(first_bins) *
                          static_cast<std::size_t>(second_bins));
    for (std::int64_t b = 0; b < second_bins + kExtraBins && !team.stopped(); ++b) {
      for (std::int64_t a = 0; a < columns_; ++a) {
        const std::int64_t count = counts_[static_cast<std::size_t>(b * columns_ + a)];
        if (a == first_bins + kNotFiniteBin || b == second_bins + kNotFiniteBin) {
          result.not_finite += count;
        } else if (a >= first_bins || b >= second_bins) {
          result.outside += count;
        } else {
          result.counts.push_back(count);
        }
      }
    }
    return result;
  }

 private:
  std::int64_t columns_;
  std::vector<std::int64_t> counts_;
};

// All histograms, each from the first block that was counted for it to the last.
class Histograms {
 public:
  Histograms(const Task& task, const PixelBlocks& blocks)
      : task_(task),
        blocks_of_one_(blocks_of_one(blocks, task.extent)),
        open_(static_cast<std::size_t>(blocks.count() / blocks_of_one_)),
        results_(open_.size()) {}

  std::int64_t index_of(std::int64_t block) const { return block / blocks_of_one_; }

  // Moves what one worker counted in so many blocks here.
  void take(std::int64_t index, std::int64_t blocks, std::vector<std::uint32_t>& counts,
            const Team& team) {
    const auto i = static_cast<std::size_t>(index);
    const std::lock_guard lock(mutex_);
    if (team.stopped()) {
      return;
    }
    Open& open = open_[i];
    if (open.table == nullptr) {
      open.table = std::make_unique<FullTable>(task_);
    }
    open.table->take(counts, team);
    open.blocks += blocks;
    if (open.blocks == blocks_of_one_) {
      results_[i] = open.table->split(task_.a.bins, task_.b.bins, team);
      open.table.reset();
    }
  }

  // sums: of all blocks.
  std::vector<Counts> finish(const std::vector<BlockSums>& sums) {
    const auto blocks = static_cast<std::size_t>(blocks_of_one_);
    for (std::size_t i = 0; i < results_.size(); ++i) {
      results_[i].sums = sums_of(task_, sums, i * blocks, blocks);
    }
    return std::move(results_);
  }

 private:
  struct Open {
    std::unique_ptr<FullTable> table;
    std::int64_t blocks = 0;
  };

  const Task& task_;
  std::int64_t blocks_of_one_;
  std::mutex mutex_;
  std::vector<Open> open_;
  std::vector<Counts> results_;
};

// Counts blocks of the volume in a table of its own, on one thread.
class Worker {
 public:
  Worker(const Rows& rows, const Task& task, const Team& team, Histograms& histograms)
      : rows_(rows),
        task_(task),
        team_(team),
        histograms_(histograms),
        columns_(FullTable::columns(task)),
        first_(task.first.open()),
        second_(task.second.open()),
        tile_(rows, task),
        first_pixels_(kReadPixels),
        second_pixels_(kReadPixels),
        mask_(task.mask == nullptr ? 0 : PixelBlocks::kPixels),
        counts_(FullTable::size(task)) {}

  BlockSums count(std::int64_t index, const PixelBlocks::Block& block) {
    if (histograms_.index_of(index) != histogram_ || pixels_since_flush_ > kFlushAfter) {
      flush();
      histogram_ = histograms_.index_of(index);
    }
    tile_.start_block();
    if (task_.mask != nullptr) {
      expand_mask(*task_.mask, block, mask_.data());
    }
    for (std::int64_t done = 0; done < block.count; done += kReadPixels) {
      const std::int64_t run = std::min(kReadPixels, block.count - done);
      first_->read(block.z, block.first + done, run, first_pixels_.data());
      second_->read(block.z, block.first + done, run, second_pixels_.data());
      for (std::int64_t at = 0; at < run; at += PairTile::kPixels) {
        count_tile(at, std::min(PairTile::kPixels, run - at),
                   task_.mask == nullptr ? nullptr : mask_.data() + done + at);
      }
    }
    pixels_since_flush_ += block.count;
    ++blocks_since_flush_;
    return tile_.block_sums();
  }

  void flush() {
    if (blocks_since_flush_ > 0) {
      histograms_.take(histogram_, blocks_since_flush_, counts_, team_);
    }
    pixels_since_flush_ = 0;
    blocks_since_flush_ = 0;
  }

 private:
  void count_tile(std::int64_t at, std::int64_t count, const std::uint8_t* mask) {
    tile_.load(pixels(first_pixels_, task_.a.type, at), pixels(second_pixels_, task_.b.type, at),
               mask, count);
    rows_.count_pairs(tile_.first_bins(), tile_.second_bins(), mask, count, columns_,
                      counts_.data());
    if (task_.sums == Task::Sums::kFromPixels) {
      tile_.add_sums();
    }
  }

  static const void* pixels(const std::vector<float>& buffer, PixelType type, std::int64_t at) {
    return reinterpret_cast<const std::uint8_t*>(buffer.data()) + at * bytes_per_pixel(type);
  }

  static constexpr std::int64_t kReadPixels = 16384;  // reading has a price of its own
  // Before a 32-bit count can overflow.
  static constexpr std::int64_t kFlushAfter = std::int64_t{1} << 31;

  const Rows& rows_;
  const Task& task_;
  const Team& team_;
  Histograms& histograms_;
  std::int64_t columns_;
  std::unique_ptr<GreyReader> first_;
  std::unique_ptr<GreyReader> second_;
  PairTile tile_;
  std::vector<float> first_pixels_;  // the largest pixel type; holds any of them
  std::vector<float> second_pixels_;
  std::vector<std::uint8_t> mask_;
  std::vector<std::uint32_t> counts_;
  std::int64_t histogram_ = 0;  // that is being counted
  std::int64_t pixels_since_flush_ = 0;
  std::int64_t blocks_since_flush_ = 0;
};

// As many threads as have room for a table each, beside the results.
int threads_with_room(int threads, const Task& task, std::int64_t histograms) {
  const auto cells = static_cast<std::int64_t>(FullTable::size(task));
  const std::int64_t full = cells * std::int64_t{sizeof(std::int64_t)};
  // With several histograms each thread may have begun another one.
  const std::int64_t own =
      cells * std::int64_t{sizeof(std::uint32_t)} + (histograms > 1 ? full : 0);
  const std::int64_t shared = (histograms + (histograms > 1 ? 0 : 1)) * full;
  const Memory memory = host_memory();
  require_memory({"the joint histogram", "Choose fewer bins."}, memory, own + shared);
  return static_cast<int>(std::clamp<std::int64_t>((memory.free - shared) / own, 1, threads));
}

}  // namespace

std::vector<Counts> count_cpu(InstructionSet instructions, const Task& task, int threads,
                              Progress& progress) {
  const Rows& rows = rows_for<Rows>(instructions);
  const PixelBlocks blocks(task.first.shape());
  const std::int64_t histograms = blocks.count() / blocks_of_one(blocks, task.extent);
  const auto team_size = static_cast<int>(
      std::min<std::int64_t>(blocks.count(), threads_with_room(threads, task, histograms)));
  Histograms all(task, blocks);
  std::vector<BlockSums> sums(static_cast<std::size_t>(blocks.count()));
  std::atomic<std::int64_t> next{0};
  run_team(team_size, blocks.count(), progress, [&](Team& team, int) {
    Worker worker(rows, task, team, all);
    for (std::int64_t i = next++; i < blocks.count() && !team.stopped(); i = next++) {
      sums[static_cast<std::size_t>(i)] = worker.count(i, blocks[i]);
      team.add_done(1);
    }
    worker.flush();
  });
  return all.finish(sums);
}

}  // namespace bitvox::joint_histogram
