// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <atomic>
#include <string>

#include "core/error.hpp"
#include "core/memory.hpp"
#include "core/parallel.hpp"
#include "cuda/cuda_check.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/pinned_buffer.hpp"
#include "cuda/stream.hpp"
#include "ops/joint_histogram/joint_histogram_blocks.hpp"
#include "ops/joint_histogram/joint_histogram_count.cuh"

namespace bitvox::cuda {
namespace {

constexpr std::int64_t kBlocksPerBatch = 64;  // 4 Mi pixels
constexpr std::int64_t kBatchPixels = kBlocksPerBatch * PixelBlocks::kPixels;

// The input passes through the GPU in batches of blocks, two at a time: the CPU gathers one while
// the GPU counts the other.
struct BatchLayout {
  std::int64_t first_bytes;
  std::int64_t second_bytes;
  std::int64_t mask_bytes;

  explicit BatchLayout(const JointHistogramTask& task)
      : first_bytes(kBatchPixels * bytes_per_pixel(task.a.type)),
        second_bytes(kBatchPixels * bytes_per_pixel(task.b.type)),
        mask_bytes(task.mask == nullptr ? 0 : kBatchPixels) {}

  std::int64_t bytes() const { return first_bytes + second_bytes + mask_bytes; }
};

struct Batch {
  explicit Batch(const BatchLayout& layout)
      : layout(layout),
        host(allocate_pinned<std::uint8_t>(layout.bytes())),
        device(allocate<std::uint8_t>(layout.bytes())) {}

  BatchLayout layout;
  PinnedBuffer<std::uint8_t> host;
  DeviceBuffer<std::uint8_t> device;
  Event done;

  std::int64_t second_start() const { return layout.first_bytes; }
  std::int64_t mask_start() const { return layout.first_bytes + layout.second_bytes; }
};

DeviceBuffer<std::uint16_t> upload_table(const Binning& binning) {
  if (binning.table.empty()) {
    return nullptr;
  }
  auto table = allocate<std::uint16_t>(static_cast<std::int64_t>(binning.table.size()));
  check(cudaMemcpy(table.get(), binning.table.data(), binning.table.size() * sizeof(std::uint16_t),
                   cudaMemcpyHostToDevice),
        "copying to the GPU");
  return table;
}

DeviceBinning device_binning(const Binning& binning, const std::uint16_t* table) {
  bool identity = binning.type == PixelType::kUint8;
  for (std::size_t i = 0; identity && i < binning.table.size(); ++i) {
    identity = binning.table[i] == i;
  }
  return {binning.type, binning.bins, identity ? nullptr : table, binning.range.low,
          binning.range.high};
}

class Pipeline {
 public:
  Pipeline(const JointHistogramRows& rows, const JointHistogramTask& task, int threads)
      : rows_(rows),
        task_(task),
        threads_(threads),
        blocks_(task.first.shape()),
        sums_(static_cast<std::size_t>(blocks_.count())),
        layout_(task),
        first_table_(upload_table(task.a)),
        second_table_(upload_table(task.b)),
        counter_(device_binning(task.a, first_table_.get()),
                 device_binning(task.b, second_table_.get()), PairCounter::Tables::kAutomatic),
        bins_(std::int64_t{task.a.bins} * task.b.bins) {
    const std::int64_t needed =
        2 * layout_.bytes() + 8 * (bins_ + kExtraBins) + 4 * counter_.scratch_words();
    const std::int64_t available = available_bytes();
    if (needed > available) {
      throw DeviceOutOfMemory("the joint histogram needs " + readable_bytes(needed) +
                              " on the GPU, " + readable_bytes(available) +
                              " are free. Choose backend 'auto' or fewer bins.");
    }
    counts_ = allocate<unsigned long long>(bins_ + kExtraBins);
    check(cudaMemset(counts_.get(), 0, static_cast<std::size_t>(bins_ + kExtraBins) * 8),
          "clearing the counts");
    if (counter_.scratch_words() > 0) {
      scratch_ = allocate<std::uint32_t>(counter_.scratch_words());
    }
  }

  JointCounts run(Progress& progress) {
    Batch batches[2] = {Batch(layout_), Batch(layout_)};
    const Stream stream;
    int turn = 0;
    progress.report(0, blocks_.count());
    for (std::int64_t first = 0; first < blocks_.count(); first += kBlocksPerBatch) {
      Batch& batch = batches[turn];
      turn = 1 - turn;
      batch.done.wait();
      const std::int64_t end = std::min(blocks_.count(), first + kBlocksPerBatch);
      const std::int64_t pixels = gather(batch, first, end);
      count(batch, pixels, stream);
      progress.report(end, blocks_.count());
    }
    JointCounts result;
    std::vector<std::int64_t> counts(static_cast<std::size_t>(bins_ + kExtraBins));
    check(cudaMemcpyAsync(counts.data(), counts_.get(), counts.size() * 8, cudaMemcpyDeviceToHost,
                          stream.get()),
          "copying the counts from the GPU");
    check(cudaStreamSynchronize(stream.get()), "waiting for the GPU");
    result.outside = counts[static_cast<std::size_t>(bins_ + kOutsideBin)];
    result.not_finite = counts[static_cast<std::size_t>(bins_ + kNotFiniteBin)];
    counts.resize(static_cast<std::size_t>(bins_));
    result.counts = std::move(counts);
    result.sums = total(sums_);
    return result;
  }

 private:
  // Reads the blocks first .. end - 1 into pinned memory, one behind the other.
  std::int64_t gather(Batch& batch, std::int64_t first, std::int64_t end) {
    std::vector<std::int64_t> starts{0};
    for (std::int64_t i = first; i < end; ++i) {
      starts.push_back(starts.back() + blocks_[i].count);
    }
    NoProgress quiet;
    std::atomic<std::int64_t> next{first};
    const auto team_size = static_cast<int>(std::min<std::int64_t>(threads_, end - first));
    run_team(team_size, end - first, quiet, [&](Team& team, int) {
      const auto first_reader = task_.first.open();
      const auto second_reader = task_.second.open();
      PairTile tile(rows_, task_);
      for (std::int64_t i = next++; i < end && !team.stopped(); i = next++) {
        const PixelBlocks::Block block = blocks_[i];
        const std::int64_t start = starts[static_cast<std::size_t>(i - first)];
        std::uint8_t* const a = batch.host.get() + start * bytes_per_pixel(task_.a.type);
        std::uint8_t* const b =
            batch.host.get() + batch.second_start() + start * bytes_per_pixel(task_.b.type);
        std::uint8_t* mask = nullptr;
        first_reader->read(block.z, block.first, block.count, a);
        second_reader->read(block.z, block.first, block.count, b);
        if (task_.mask != nullptr) {
          mask = batch.host.get() + batch.mask_start() + start;
          expand_mask(*task_.mask, block, mask);
        }
        if (task_.sums == JointHistogramTask::Sums::kFromPixels) {
          sums_[static_cast<std::size_t>(i)] = sums(tile, a, b, mask, block.count);
        }
      }
    });
    return starts.back();
  }

  PairSums sums(PairTile& tile, const std::uint8_t* a, const std::uint8_t* b,
                const std::uint8_t* mask, std::int64_t count) const {
    double lanes[kPairSums * kSumLanes] = {};
    for (std::int64_t done = 0; done < count; done += PairTile::kPixels) {
      tile.load(a + done * bytes_per_pixel(task_.a.type), b + done * bytes_per_pixel(task_.b.type),
                mask == nullptr ? nullptr : mask + done, std::min(PairTile::kPixels, count - done));
      tile.add_sums(lanes);
    }
    return lane_totals(lanes);
  }

  void count(Batch& batch, std::int64_t pixels, const Stream& stream) {
    const auto copy = [&](std::int64_t start, std::int64_t bytes) {
      check(cudaMemcpyAsync(batch.device.get() + start, batch.host.get() + start,
                            static_cast<std::size_t>(bytes), cudaMemcpyHostToDevice, stream.get()),
            "copying pixels to the GPU");
    };
    copy(0, pixels * bytes_per_pixel(task_.a.type));
    copy(batch.second_start(), pixels * bytes_per_pixel(task_.b.type));
    DevicePairs pairs{batch.device.get(), batch.device.get() + batch.second_start(), nullptr,
                      pixels};
    if (task_.mask != nullptr) {
      copy(batch.mask_start(), pixels);
      pairs.mask = batch.device.get() + batch.mask_start();
    }
    counter_.launch(pairs, {counts_.get(), counts_.get() + bins_}, scratch_.get(), stream.get());
    batch.done.record(stream);
  }

  const JointHistogramRows& rows_;
  const JointHistogramTask& task_;
  int threads_;
  PixelBlocks blocks_;
  std::vector<PairSums> sums_;
  BatchLayout layout_;
  DeviceBuffer<std::uint16_t> first_table_;
  DeviceBuffer<std::uint16_t> second_table_;
  PairCounter counter_;
  std::int64_t bins_;
  DeviceBuffer<unsigned long long> counts_;
  DeviceBuffer<std::uint32_t> scratch_;
};

}  // namespace

JointCounts joint_counts(const JointHistogramRows& rows, const JointHistogramTask& task,
                         int threads, Progress& progress) {
  choose_device();
  return Pipeline(rows, task, threads).run(progress);
}

}  // namespace bitvox::cuda
