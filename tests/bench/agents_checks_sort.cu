// SPDX-License-Identifier: BSD-2-Clause
#include <bit>
#include <cstdint>
#include <cub/device/device_radix_sort.cuh>

#include "agents_checks_group.cuh"

namespace bitvox::agents::checks {
namespace {

// Agents in the order of cells, rows without a margin: those of cell c are first[c] .. first[c +
// 1].
struct Order {
  std::int32_t width;
  std::int32_t height;
  std::int32_t* first;

  __device__ std::int32_t cell(const Point<2>& point) const {
    return cell_along(point, 1) * width + cell_along(point, 0);
  }
  __device__ std::int32_t cells() const { return width * height; }
};

// From the order of the last step, which is none of this one.
__global__ void __launch_bounds__(kBlock)
    ask_to_sort_kernel(Group from, Group to, Order order, const __grid_constant__ Rules<2> rules,
                       std::int32_t count, PartNumber number, std::int32_t* cells) {
  cuda::wait_for_previous_kernel();
  const std::int64_t i = this_thread();
  if (i >= count) return;
  const Point<2> place = place_now(from, i, read_record(from.records + i));
  const std::int32_t id = from.ids[i];
  to.records[i] = {{place, requested(rules, id, number.get(), place)}};
  to.ids[i] = id;
  cells[i] = order.cell(place);
}

__global__ void count_up_kernel(std::int32_t* numbers, std::int32_t count) {
  const std::int64_t i = this_thread();
  if (i < count) numbers[i] = static_cast<std::int32_t>(i);
}

// Brings agents in order, and says where the cells begin.
__global__ void __launch_bounds__(kBlock)
    order_kernel(Group from, Group to, Order order, std::int32_t count, const std::int32_t* cells,
                 const std::int32_t* numbers) {
  cuda::wait_for_previous_kernel();
  const std::int64_t i = this_thread();
  if (i >= count) return;
  const auto now = static_cast<std::int32_t>(i);
  const std::int32_t before = numbers[i];
  to.records[i] = read_record(from.records + before);
  to.ids[i] = from.ids[before];
  const std::int32_t cell = cells[i];
  for (std::int32_t c = now == 0 ? 0 : cells[i - 1] + 1; c <= cell; ++c) order.first[c] = now;
  if (now + 1 < count) return;
  for (std::int32_t c = cell + 1; c <= order.cells(); ++c) order.first[c] = count;
}

__global__ void __launch_bounds__(kBlock)
    decide_sorted_kernel(Group group, Order order, std::uint64_t seed, std::int32_t count,
                         PartNumber number) {
  cuda::wait_for_previous_kernel();
  const std::int64_t i = this_thread();
  if (i >= count) return;
  const Record<2> self = read_record(group.records + i);
  bool accepted = !(self.request == self.place);
  if (accepted) {
    const Asking asking{self.request, group.ids[i], seed, number.get()};
    const std::int32_t x = cell_along(self.request, 0);
    const std::int32_t y = cell_along(self.request, 1);
    const std::int32_t left = max(x - kAround, 0);
    const std::int32_t right = min(x + kAround, order.width - 1);
    std::int32_t begin[kRow];
    std::int32_t end[kRow];
#pragma unroll
    for (int row = 0; row < kRow; ++row) {
      const std::int32_t of = y + row - kAround;
      const bool is_there = of >= 0 && of < order.height;
      begin[row] = is_there ? order.first[of * order.width + left] : 0;
      end[row] = is_there ? order.first[of * order.width + right + 1] : 0;
    }
#pragma unroll
    for (int row = 0; row < kRow; ++row) {
      for (std::int32_t other = begin[row]; accepted && other < end[row]; ++other) {
        accepted = other == i || !is_refused(asking, read_record(group.records + other),
                                             [&] { return group.ids[other]; });
      }
    }
  }
  group.accepted[i] = accepted;
}

class SortedCrowd final : public AgentCrowd {
 public:
  explicit SortedCrowd(const Task& task)
      : AgentCrowd(task),
        cell_count_(task.cells[0] * task.cells[1]),
        first_(cuda::allocate<std::int32_t>(cell_count_ + 1)),
        order_{static_cast<std::int32_t>(task.cells[0]), static_cast<std::int32_t>(task.cells[1]),
               first_.get()},
        unsorted_(count()),
        cells_(cuda::allocate<std::int32_t>(count())),
        numbers_(cuda::allocate<std::int32_t>(count())),
        sorted_cells_(cuda::allocate<std::int32_t>(count())),
        sorted_numbers_(cuda::allocate<std::int32_t>(count())) {
    sort(nullptr);  // says how much it needs
    scratch_ = cuda::allocate<char>(static_cast<std::int64_t>(scratch_bytes_));
    cuda::launch(count_up_kernel, one_each(), stream(), numbers_.get(), count());
  }

 private:
  void enqueue(const PartNumber& number, cuda::LaunchKind first) override {
    cuda::start_typed(first, ask_to_sort_kernel, one_each(), stream(), group(), unsorted_.group(),
                      order_, rules(), count(), number, cells_.get());
    sort(scratch_.get());
    cuda::launch(order_kernel, one_each(), stream(), unsorted_.group(), group(), order_, count(),
                 sorted_cells_.get(), sorted_numbers_.get());
    cuda::launch_overlapping(decide_sorted_kernel, one_each(), stream(), group(), order_,
                             rules().seed, count(), number);
  }
  void sort(void* scratch) {
    const auto most = static_cast<std::uint32_t>(cell_count_ - 1);
    cuda::check(cub::DeviceRadixSort::SortPairs(
                    scratch, scratch_bytes_, cells_.get(), sorted_cells_.get(), numbers_.get(),
                    sorted_numbers_.get(), count(), 0, std::bit_width(most), stream().get()),
                "sorting");
  }

  std::int64_t cell_count_;
  cuda::DeviceBuffer<std::int32_t> first_;
  Order order_;
  GroupMemory unsorted_;
  cuda::DeviceBuffer<std::int32_t> cells_;
  cuda::DeviceBuffer<std::int32_t> numbers_;  // 0, 1, 2, ...
  cuda::DeviceBuffer<std::int32_t> sorted_cells_;
  cuda::DeviceBuffer<std::int32_t> sorted_numbers_;
  std::size_t scratch_bytes_ = 0;
  cuda::DeviceBuffer<char> scratch_;
};

}  // namespace

std::unique_ptr<Crowd> sorted_crowd(const Task& task) {
  return std::make_unique<SortedCrowd>(task);
}

}  // namespace bitvox::agents::checks
