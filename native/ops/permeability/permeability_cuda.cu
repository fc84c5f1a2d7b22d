// SPDX-License-Identifier: BSD-2-Clause
#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "core/memory/memory.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/launch.hpp"
#include "cuda/pacer.hpp"
#include "cuda/stream.hpp"
#include "ops/permeability/permeability_flow.hpp"
#include "ops/permeability/permeability_kernels.cuh"

namespace bitvox::permeability {
namespace {

constexpr MemoryUser kUser{"Permeability", "Choose backend 'auto' or crop the image."};

// Two copies of the populations where they fit, which is faster; else one, in place. Stored: float
// or Half.
template <class Stored>
class FlowCuda final : public LatticeFlow {
 public:
  FlowCuda(const Grid& grid, const GpuMemoryUse& most, Progress& progress) : grid_(grid) {
    const std::int64_t words = grid.shape().word_count();
    const std::int64_t cells = grid.cells();
    const std::int64_t populations = population_count(cells);
    PorePlaces pores = grid.places();
    const TableShape shape = table_shape(grid.shape());
    const bool with_table =
        most.table && cells <= kMostTableCells && table_words(shape) <= kMostTableWords;
    const std::int64_t table = with_table ? table_words(shape) : 0;
    const std::int64_t of_copy = static_cast<std::int64_t>(sizeof(Stored)) * populations;
    const std::int64_t all_else = 4 * cells + (8 + 4) * words + 8 * table + kSmallBytes;
    const Memory memory = cuda::device_memory();
    require_memory(kUser, memory, of_copy + all_else);
    progress.report(0, 1);
    words_ = cuda::allocate<std::uint64_t>(words);
    ranks_ = cuda::allocate<std::uint32_t>(words);
    table_ = cuda::allocate<std::uint64_t>(table);
    voxels_ = cuda::allocate<std::uint32_t>(cells);
    populations_ = cuda::allocate<Stored>(populations);
    if (most.two_copies && 2 * of_copy + all_else <= memory.free) {
      copy_ = cuda::allocate<Stored>(populations);
    }
    const Shape& s = grid.shape();
    found_ = cuda::allocate<unsigned long long>(2 + std::max({s.width, s.height, s.depth}));
    cuda::copy(words_.get(), grid.pores.words(), words, stream_);
    cuda::copy(ranks_.get(), grid.ranks.data(), words, stream_);
    pores.words = words_.get();
    pores.ranks = ranks_.get();
    if (with_table) launch(table_kernel, table, pores, shape, table, table_.get());
    launch(voxels_kernel, words, pores, shape, with_table, words, voxels_.get());
    cuda::clear(populations_.get(), populations, stream_);
    stream_.wait();
    const auto per = [](std::uint32_t size) {
      return static_cast<std::uint32_t>((std::uint64_t{1} << 32) / size);
    };
    const auto row = with_table ? shape.words_per_row : static_cast<std::uint32_t>(s.width);
    const auto slice = with_table ? shape.rows_per_slice : static_cast<std::uint32_t>(s.height);
    cells_ = {pores,         shape, with_table ? table_.get() : nullptr,
              voxels_.get(), cells, populations_.get(),
              row,           slice, per(row),
              per(slice)};
    progress.report(1, 1);
  }

  void start_from(LatticeFlow& coarse_flow, float velocity_factor, const Rates& rates,
                  Progress& progress) override {
    auto& coarse = dynamic_cast<FlowCuda&>(coarse_flow);
    coarse.arrive();
    coarse.stream_.wait();
    launch(start_kernel<Stored>, cells_.cells, cells_, coarse.cells_, velocity_factor, rates);
    arrived_ = true;
    ahead_with_.reset();
    stream_.wait();
    progress.report(1, 1);
  }

  void run(std::int64_t steps, const Rates& rates, Progress& progress) override {
    const auto arrive =
        few() ? arrive_kernel<std::int32_t, Stored> : arrive_kernel<std::int64_t, Stored>;
    const auto depart = few() ? depart_to_copy_kernel<std::int32_t, Stored>
                              : depart_to_copy_kernel<std::int64_t, Stored>;
    cuda::Pacer pacer(stream_, progress, steps);
    for (std::int64_t step = 0; step < steps; ++step) {
      const std::uint32_t number = number_of_step(++steps_);
      if (arrived_) {
        launch(depart_kernel<Stored>, cells_.cells, cells_, rates, number);
        arrived_ = false;
      } else if (copy_) {
        if (!is_ahead(rates)) {
          cuda::launch_overlapping(depart, shape_for(cells_.cells), stream_, cells_, copy_.get(),
                                   rates, number);
        }
        swap_copies();
      } else {
        launch(arrive, cells_.cells, cells_, rates, number);
        arrived_ = true;
      }
      pacer.enqueued(step + 1);
    }
    progress.report(steps, steps);  // what comes next waits for the rest
  }

  Sums sums(int axis, const Scales& scales, const Rates& rates, Progress& progress) override {
    const int planes = cells_.pores.size[axis];
    unsigned long long* const largest = found_.get() + planes + 1;
    const int own = planes <= kMostOwnPlanes ? planes : 0;
    // Enough blocks for every multiprocessor, and in these as many cells as they can have.
    const auto rounds = static_cast<int>(
        std::clamp<std::int64_t>(cells_.cells / (kThreads * kManyBlocks), 1, kMostSumRounds));
    cuda::clear(found_.get(), planes + 2, stream_);
    const auto kernel = few() ? this->template sum_kernel<std::int32_t>()
                              : this->template sum_kernel<std::int64_t>();
    cuda::launch(kernel,
                 {cuda::blocks_for(cells_.cells, std::int64_t{kThreads} * rounds), kThreads,
                  static_cast<std::size_t>(own + 1) * sizeof(unsigned long long)},
                 stream_, cells_, copy_.get(), rates,
                 Summing{axis, scales, planes, own, rounds, found_.get(),
                         reinterpret_cast<unsigned*>(largest)},
                 number_of_step(steps_ + 1));
    if (copy_ && !arrived_) ahead_with_ = rates;
    std::vector<unsigned long long> found(static_cast<std::size_t>(planes) + 2);
    cuda::read_back(found.data(), found_.get(), planes + 2, stream_);
    progress.report(1, 1);
    const auto size = std::bit_cast<std::array<float, 2>>(found.back());
    return {{found.begin(), found.end() - 2},
            static_cast<std::int64_t>(found[found.size() - 2]),
            size[0],
            size[1]};
  }

  float largest_square(const Rates& rates, Progress& progress) override {
    arrive();
    const auto largest = reinterpret_cast<unsigned*>(found_.get());
    cuda::clear(largest, 1, stream_);
    launch(largest_square_kernel<Stored>, cells_.cells, cells_, rates, largest);
    progress.report(1, 1);
    return std::bit_cast<float>(cuda::read_back(largest, stream_));
  }

  void velocities(std::int64_t first, std::int64_t end, const Rates& rates, float* out) override {
    const std::int64_t count = end - first;
    if (count == 0) return;
    arrive();
    const auto found = cuda::allocate<float>(3 * count);
    const cuda::Drain drain(stream_);
    launch(velocities_kernel<Stored>, count, cells_, rates, first, count, found.get());
    cuda::read_back(out, found.get(), 3 * count, stream_);
  }

 private:
  static constexpr std::int64_t kSmallBytes = std::int64_t{1} << 20;
  static constexpr std::int64_t kManyBlocks = 1320;
  static constexpr std::int64_t kMostSumRounds = 16;

  // With a thread for each of so many items.
  template <class Kernel, class... Arguments>
  void launch(Kernel kernel, std::int64_t items, Arguments&&... arguments) {
    cuda::launch(kernel, shape_for(items), stream_, std::forward<Arguments>(arguments)...);
  }
  static cuda::LaunchShape shape_for(std::int64_t items) {
    return {cuda::blocks_for(items, kThreads), kThreads};
  }

  // Velocities are summed up on the way to the next step where there is a copy for it.
  template <class Index>
  decltype(&sum_planes_kernel<Populations::kArrived, Index, Stored>) sum_kernel() const {
    return arrived_ ? sum_planes_kernel<Populations::kArrived, Index, Stored>
           : copy_  ? sum_planes_kernel<Populations::kDepartAgain, Index, Stored>
                    : sum_planes_kernel<Populations::kDeparted, Index, Stored>;
  }

  // Whether 32 bits count all populations.
  bool few() const {
    return population_count(cells_.cells) <= std::numeric_limits<std::int32_t>::max();
  }

  // Whether the other copy holds the next step, from when velocities were summed up.
  bool is_ahead(const Rates& rates) const { return ahead_with_ == rates; }

  void swap_copies() {
    ahead_with_.reset();
    std::swap(populations_, copy_);
    cells_.populations = populations_.get();
  }

  // After an even number of steps populations that have departed do so only where there is a copy.
  void arrive() {
    if (arrived_) return;
    const auto kernel = few() ? arrive_in_copy_kernel<std::int32_t, Stored>
                              : arrive_in_copy_kernel<std::int64_t, Stored>;
    launch(kernel, cells_.cells, cells_, copy_.get());
    swap_copies();
    arrived_ = true;
  }

  const Grid& grid_;
  cuda::DeviceBuffer<std::uint64_t> words_;
  cuda::DeviceBuffer<std::uint32_t> ranks_;
  cuda::DeviceBuffer<std::uint64_t> table_;
  cuda::DeviceBuffer<std::uint32_t> voxels_;
  cuda::DeviceBuffer<Stored> populations_;
  cuda::DeviceBuffer<Stored> copy_;
  cuda::DeviceBuffer<unsigned long long> found_;
  DeviceCells<Stored> cells_{};
  std::int64_t steps_ = 0;
  bool arrived_ = true;
  std::optional<Rates> ahead_with_;
  cuda::Stream stream_;
};

}  // namespace

std::unique_ptr<LatticeFlow> make_flow_cuda(const Grid& grid, int precision, Progress& progress,
                                            const GpuMemoryUse& most) {
  if (precision == 16) return std::make_unique<FlowCuda<Half>>(grid, most, progress);
  return std::make_unique<FlowCuda<float>>(grid, most, progress);
}

}  // namespace bitvox::permeability
