// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <atomic>
#include <string>

#include "core/error.hpp"
#include "core/memory/aligned_array.hpp"
#include "core/memory/memory.hpp"
#include "core/memory/stream_copy.hpp"
#include "core/threads/parallel.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/staging.hpp"
#include "ops/joint_histogram/joint_histogram_blocks.hpp"
#include "ops/joint_histogram/joint_histogram_count.cuh"

namespace bitvox::joint_histogram {
namespace {

constexpr std::int64_t kBlocksPerBatch = 64;  // 4 Mi pixels
constexpr int kSlots = 2;
constexpr std::int64_t kBatchPixels = kBlocksPerBatch * PixelBlocks::kPixels;

// The input passes through the GPU in batches of blocks, two at a time: the CPU gathers one while
// the GPU counts the other.
struct BatchLayout {
  std::int64_t first_bytes;
  std::int64_t second_bytes;
  std::int64_t mask_bytes;

  explicit BatchLayout(const Task& task)
      : first_bytes(kBatchPixels * bytes_per_pixel(task.a.type)),
        second_bytes(kBatchPixels * bytes_per_pixel(task.b.type)),
        mask_bytes(task.mask == nullptr ? 0 : kBatchPixels) {}

  std::int64_t bytes() const { return first_bytes + second_bytes + mask_bytes; }
  std::int64_t second_start() const { return first_bytes; }
  std::int64_t mask_start() const { return first_bytes + second_bytes; }
};

cuda::DeviceBuffer<std::uint16_t> upload_table(const Binning& binning, const cuda::Stream& stream) {
  if (binning.table.empty()) {
    return nullptr;
  }
  const auto values = static_cast<std::int64_t>(binning.table.size());
  auto table = cuda::allocate<std::uint16_t>(values);
  cuda::copy(table.get(), binning.table.data(), values, stream);
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
  Pipeline(const Rows& rows, const Task& task, int threads)
      : rows_(rows),
        task_(task),
        threads_(threads),
        blocks_(task.first.shape()),
        sums_(static_cast<std::size_t>(blocks_.count())),
        layout_(task),
        first_table_(upload_table(task.a, stream_)),
        second_table_(upload_table(task.b, stream_)),
        counter_(device_binning(task.a, first_table_.get()),
                 device_binning(task.b, second_table_.get()), PairCounter::Tables::kAutomatic),
        bins_(std::int64_t{task.a.bins} * task.b.bins) {
    const std::int64_t needed =
        2 * layout_.bytes() + 8 * (bins_ + kExtraBins) + 4 * counter_.scratch_words();
    require_memory({"the joint histogram", "Choose backend 'auto' or fewer bins."},
                   cuda::device_memory(), needed);
    counts_ = cuda::allocate<unsigned long long>(bins_ + kExtraBins);
    if (counter_.scratch_words() > 0) {
      scratch_ = cuda::allocate<std::uint32_t>(counter_.scratch_words());
    }
    staging_.reserve(kSlots, layout_.bytes(), cuda::Staging::Sides::kBoth);
  }

  std::vector<Counts> run(Progress& progress) {
    progress.report(0, blocks_.count());
    const std::int64_t step = blocks_of_one(blocks_, task_.extent);
    std::vector<Counts> results;
    for (std::int64_t first = 0; first < blocks_.count(); first += step) {
      results.push_back(count_one(first, first + step, progress));
    }
    return results;
  }

 private:
  // One histogram.
  Counts count_one(std::int64_t begin, std::int64_t end, Progress& progress) {
    cuda::clear(counts_.get(), bins_ + kExtraBins, stream_);
    int slot = 0;
    for (std::int64_t first = begin; first < end; first += kBlocksPerBatch) {
      slot = (slot + 1) % kSlots;
      staging_.done(slot).wait();
      const std::int64_t last = std::min(end, first + kBlocksPerBatch);
      count(slot, gather(staging_.host(slot), first, last));
      progress.report(last, blocks_.count());
    }
    Counts result;
    std::vector<std::int64_t> counts(static_cast<std::size_t>(bins_ + kExtraBins));
    cuda::read_back(reinterpret_cast<unsigned long long*>(counts.data()), counts_.get(),
                    bins_ + kExtraBins, stream_);
    progress.report(end, blocks_.count());
    result.outside = counts[static_cast<std::size_t>(bins_ + kOutsideBin)];
    result.not_finite = counts[static_cast<std::size_t>(bins_ + kNotFiniteBin)];
    counts.resize(static_cast<std::size_t>(bins_));
    result.counts = std::move(counts);
    result.sums = sums_of(task_, sums_, static_cast<std::size_t>(begin),
                          static_cast<std::size_t>(end - begin));
    return result;
  }

  // What a thread reads a block to. From there it is copied past the caches of the CPU: the GPU
  // reads memory twice as fast as what lies in the cache of a core.
  struct OwnBlock {
    std::unique_ptr<GreyReader> first_reader, second_reader;
    PairTile tile;
    AlignedArray<std::uint8_t> a, b, mask;

    OwnBlock(const Rows& rows, const Task& task)
        : first_reader(task.first.open()),
          second_reader(task.second.open()),
          tile(rows, task),
          a(aligned_array<std::uint8_t>(PixelBlocks::kPixels * bytes_per_pixel(task.a.type))),
          b(aligned_array<std::uint8_t>(PixelBlocks::kPixels * bytes_per_pixel(task.b.type))),
          mask(task.mask == nullptr ? nullptr : aligned_array<std::uint8_t>(PixelBlocks::kPixels)) {
    }
  };

  // Reads the blocks first .. end - 1 to a batch, one behind the other. Returns their pixels.
  std::int64_t gather(std::uint8_t* batch, std::int64_t first, std::int64_t end) {
    std::vector<std::int64_t> starts{0};
    for (std::int64_t i = first; i < end; ++i) {
      starts.push_back(starts.back() + blocks_[i].count);
    }
    NoProgress quiet;
    std::atomic<std::int64_t> next{first};
    const auto team_size = static_cast<int>(std::min<std::int64_t>(threads_, end - first));
    run_team(team_size, end - first, quiet, [&](Team& team, int) {
      OwnBlock own(rows_, task_);
      for (std::int64_t i = next++; i < end && !team.stopped(); i = next++) {
        const PixelBlocks::Block block = blocks_[i];
        const std::int64_t start = starts[static_cast<std::size_t>(i - first)];
        own.first_reader->read(block.z, block.first, block.count, own.a.get());
        own.second_reader->read(block.z, block.first, block.count, own.b.get());
        if (task_.mask != nullptr) expand_mask(*task_.mask, block, own.mask.get());
        if (task_.sums == Task::Sums::kFromPixels) {
          sums_[static_cast<std::size_t>(i)] =
              sums(own.tile, own.a.get(), own.b.get(), own.mask.get(), block.count);
        }
        const auto put = [&](const AlignedArray<std::uint8_t>& from, std::int64_t part,
                             std::int64_t size) {
          stream_copy(batch + part + start * size, from.get(), block.count * size);
        };
        put(own.a, 0, bytes_per_pixel(task_.a.type));
        put(own.b, layout_.second_start(), bytes_per_pixel(task_.b.type));
        if (task_.mask != nullptr) put(own.mask, layout_.mask_start(), 1);
      }
    });
    return starts.back();
  }

  BlockSums sums(PairTile& tile, const std::uint8_t* a, const std::uint8_t* b,
                 const std::uint8_t* mask, std::int64_t count) const {
    tile.start_block();
    for (std::int64_t done = 0; done < count; done += PairTile::kPixels) {
      tile.load(a + done * bytes_per_pixel(task_.a.type), b + done * bytes_per_pixel(task_.b.type),
                mask == nullptr ? nullptr : mask + done, std::min(PairTile::kPixels, count - done));
      tile.add_sums();
    }
    return tile.block_sums();
  }

  void count(int slot, std::int64_t pixels) {
    std::uint8_t* const batch = staging_.device(slot);
    const auto copy = [&](std::int64_t start, std::int64_t bytes) {
      cuda::copy(batch + start, staging_.host(slot) + start, bytes, stream_);
    };
    copy(0, pixels * bytes_per_pixel(task_.a.type));
    copy(layout_.second_start(), pixels * bytes_per_pixel(task_.b.type));
    DevicePairs pairs{batch, batch + layout_.second_start(), nullptr, pixels};
    if (task_.mask != nullptr) {
      copy(layout_.mask_start(), pixels);
      pairs.mask = batch + layout_.mask_start();
    }
    counter_.launch(pairs, {counts_.get(), counts_.get() + bins_}, scratch_.get(), stream_);
    staging_.done(slot).record(stream_);
  }

  const Rows& rows_;
  const Task& task_;
  int threads_;
  PixelBlocks blocks_;
  std::vector<BlockSums> sums_;
  BatchLayout layout_;
  cuda::Stream stream_;
  cuda::DeviceBuffer<std::uint16_t> first_table_;
  cuda::DeviceBuffer<std::uint16_t> second_table_;
  PairCounter counter_;
  std::int64_t bins_;
  cuda::DeviceBuffer<unsigned long long> counts_;
  cuda::DeviceBuffer<std::uint32_t> scratch_;
  cuda::Staging staging_{stream_};  // the last member: waits before the buffers go
};

}  // namespace

std::vector<Counts> count_cuda(InstructionSet instructions, const Task& task, int threads,
                               Progress& progress) {
  const Rows& rows = rows_for<Rows>(instructions);
  return Pipeline(rows, task, threads).run(progress);
}

}  // namespace bitvox::joint_histogram
