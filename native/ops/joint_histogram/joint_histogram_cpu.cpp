// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <atomic>
#include <mutex>
#include <string>

#include "core/error.hpp"
#include "core/memory.hpp"
#include "core/parallel.hpp"
#include "ops/joint_histogram/joint_histogram_blocks.hpp"

namespace bitvox::cpu {
namespace {

// All counts, of the pairs in range and of the others: one row and column more for each kind.
class FullTable {
 public:
  explicit FullTable(const JointHistogramTask& task)
      : columns_(task.a.bins + kExtraBins),
        counts_(static_cast<std::size_t>(columns_ * (task.b.bins + kExtraBins))) {}

  std::int64_t columns() const { return columns_; }
  std::size_t size() const { return counts_.size(); }

  // Moves the counts of one worker here.
  void take(std::vector<std::uint32_t>& counts) {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      counts_[i] += counts[i];
      counts[i] = 0;
    }
  }

  JointCounts split(int first_bins, int second_bins) const {
    JointCounts result;
    result.counts.reserve(static_cast<std::size_t>(first_bins) *
                          static_cast<std::size_t>(second_bins));
    for (std::int64_t b = 0; b < second_bins + kExtraBins; ++b) {
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
  std::mutex mutex_;
  std::int64_t columns_;
  std::vector<std::int64_t> counts_;
};

// Counts blocks of the volume in a table of its own, on one thread.
class Worker {
 public:
  Worker(const JointHistogramRows& rows, const JointHistogramTask& task, FullTable& table)
      : rows_(rows),
        task_(task),
        table_(table),
        first_(task.first.open()),
        second_(task.second.open()),
        tile_(rows, task),
        first_pixels_(kReadPixels),
        second_pixels_(kReadPixels),
        mask_(task.mask == nullptr ? 0 : PixelBlocks::kPixels),
        counts_(table.size()) {}

  PairSums count(const PixelBlocks::Block& block) {
    double lanes[kPairSums * kSumLanes] = {};
    if (task_.mask != nullptr) {
      expand_mask(*task_.mask, block, mask_.data());
    }
    for (std::int64_t done = 0; done < block.count; done += kReadPixels) {
      const std::int64_t run = std::min(kReadPixels, block.count - done);
      first_->read(block.z, block.first + done, run, first_pixels_.data());
      second_->read(block.z, block.first + done, run, second_pixels_.data());
      for (std::int64_t at = 0; at < run; at += PairTile::kPixels) {
        count_tile(at, std::min(PairTile::kPixels, run - at),
                   task_.mask == nullptr ? nullptr : mask_.data() + done + at, lanes);
      }
    }
    pixels_since_flush_ += block.count;
    if (pixels_since_flush_ > kFlushAfter) {
      flush();
    }
    return lane_totals(lanes);
  }

  void flush() {
    table_.take(counts_);
    pixels_since_flush_ = 0;
  }

 private:
  void count_tile(std::int64_t at, std::int64_t count, const std::uint8_t* mask, double* lanes) {
    tile_.load(pixels(first_pixels_, task_.a.type, at), pixels(second_pixels_, task_.b.type, at),
               mask, count);
    rows_.count_pairs(tile_.first_bins(), tile_.second_bins(), mask, count, table_.columns(),
                      counts_.data());
    if (task_.sums == JointHistogramTask::Sums::kFromPixels) {
      tile_.add_sums(lanes);
    }
  }

  static const void* pixels(const std::vector<float>& buffer, PixelType type, std::int64_t at) {
    return reinterpret_cast<const std::uint8_t*>(buffer.data()) + at * bytes_per_pixel(type);
  }

  static constexpr std::int64_t kReadPixels = 16384;  // reading has a price of its own
  // Before a 32-bit count can overflow.
  static constexpr std::int64_t kFlushAfter = std::int64_t{1} << 31;

  const JointHistogramRows& rows_;
  const JointHistogramTask& task_;
  FullTable& table_;
  std::unique_ptr<GreyReader> first_;
  std::unique_ptr<GreyReader> second_;
  PairTile tile_;
  std::vector<float> first_pixels_;  // the largest pixel type; holds any of them
  std::vector<float> second_pixels_;
  std::vector<std::uint8_t> mask_;
  std::vector<std::uint32_t> counts_;
  std::int64_t pixels_since_flush_ = 0;
};

// As many threads as have room for a table each.
int threads_with_room(int threads, std::size_t table_size) {
  const auto table = static_cast<std::int64_t>(table_size * sizeof(std::uint32_t));
  const auto shared = static_cast<std::int64_t>(table_size * 2 * sizeof(std::int64_t));
  const std::int64_t available = available_host_bytes();
  if (table + shared > available) {
    throw HostOutOfMemory("the joint histogram needs " + readable_bytes(table + shared) +
                          " of memory outside the Java heap, " + readable_bytes(available) +
                          " are free. Choose fewer bins.");
  }
  return static_cast<int>(std::clamp<std::int64_t>((available - shared) / table, 1, threads));
}

}  // namespace

JointCounts joint_counts(const JointHistogramRows& rows, const JointHistogramTask& task,
                         int threads, Progress& progress) {
  FullTable table(task);
  const PixelBlocks blocks(task.first.shape());
  std::vector<PairSums> sums(static_cast<std::size_t>(blocks.count()));
  const auto team_size = static_cast<int>(
      std::min<std::int64_t>(blocks.count(), threads_with_room(threads, table.size())));
  std::atomic<std::int64_t> next{0};
  run_team(team_size, blocks.count(), progress, [&](Team& team, int) {
    Worker worker(rows, task, table);
    for (std::int64_t i = next++; i < blocks.count() && !team.stopped(); i = next++) {
      sums[static_cast<std::size_t>(i)] = worker.count(blocks[i]);
      team.add_done(1);
    }
    worker.flush();
  });
  JointCounts result = table.split(task.a.bins, task.b.bins);
  result.sums = total(sums);
  return result;
}

}  // namespace bitvox::cpu
