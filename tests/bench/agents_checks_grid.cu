// SPDX-License-Identifier: BSD-2-Clause
// A grid with at most one agent in a cell: by atomics, and in place.
#include <cstdint>

#include "agents_checks_group.cuh"

namespace bitvox::agents::checks {
namespace {

// The id of who is there, or 0; with a margin for what is looked at.
struct Grid {
  std::int32_t width;
  std::int32_t* ids;

  __device__ std::int32_t cell(const Point<2>& point) const {
    return (cell_along(point, 1) + kAround) * width + cell_along(point, 0) + kAround;
  }
};

__global__ void fill_grid_kernel(Grid grid, std::int32_t count, const Point<2>* starts) {
  const std::int64_t i = this_thread();
  if (i < count) grid.ids[grid.cell(starts[i])] = static_cast<std::int32_t>(i) + 1;
}

// In place: no cell that is taken is left in the same pass. Else the grid is empty.
template <bool kInPlace>
__global__ void __launch_bounds__(kBlock)
    ask_kernel(Group group, Grid grid, const __grid_constant__ Rules<2> rules, std::int32_t count,
               PartNumber number) {
  cuda::wait_for_previous_kernel();
  const std::int64_t i = this_thread();
  if (i >= count) return;
  const auto id = static_cast<std::int32_t>(i) + 1;
  const Record<2> record = read_record(group.records + i);
  const Point<2> place = place_now(group, i, record);
  const std::int32_t cell = grid.cell(place);
  if constexpr (kInPlace) {
    const std::int32_t before = grid.cell(record.place);
    if (cell != before) {
      grid.ids[before] = 0;
      grid.ids[cell] = id;
    }
  } else {
    atomicCAS(&grid.ids[cell], 0, id);
  }
  group.records[i] = {{place, requested(rules, id, number.get(), place)}};
}

__global__ void __launch_bounds__(kBlock)
    decide_by_grid_kernel(Group group, Grid grid, std::uint64_t seed, std::int32_t count,
                          PartNumber number) {
  cuda::wait_for_previous_kernel();
  const std::int64_t i = this_thread();
  if (i >= count) return;
  const auto id = static_cast<std::int32_t>(i) + 1;
  const Record<2> self = read_record(group.records + i);
  bool accepted = !(self.request == self.place);
  if (accepted) {
    const Asking asking{self.request, id, seed, number.get()};
    const std::int32_t* const first =
        grid.ids + grid.cell(self.request) - kAround * grid.width - kAround;
    for (int row = 0; accepted && row < kRow; ++row) {
      std::int32_t others[kRow];
#pragma unroll
      for (int k = 0; k < kRow; ++k) others[k] = first[row * grid.width + k];
#pragma unroll
      for (int k = 0; k < kRow; ++k) {
        const std::int32_t other = others[k];
        if (!accepted || other == 0 || other == id) continue;
        accepted =
            !is_refused(asking, read_record(group.records + other - 1), [&] { return other; });
      }
    }
  }
  group.accepted[i] = accepted;
}

template <bool kInPlace>
class GridCrowd final : public AgentCrowd {
 public:
  explicit GridCrowd(const Task& task)
      : AgentCrowd(task),
        width_(task.cells[0] + 2 * kAround),
        cell_count_(width_ * (task.cells[1] + 2 * kAround)),
        ids_(cuda::allocate<std::int32_t>(cell_count_)) {}

 private:
  void begin() override {
    AgentCrowd::begin();
    if constexpr (!kInPlace) return;
    cuda::clear(ids_.get(), cell_count_, stream());
    cuda::launch(fill_grid_kernel, one_each(), stream(), grid(), count(), starts());
  }
  void enqueue(const PartNumber& number, cuda::LaunchKind first) override {
    if constexpr (!kInPlace) {
      cuda::clear(ids_.get(), cell_count_, stream());
      first = cuda::LaunchKind::kPlain;
    }
    cuda::start_typed(first, ask_kernel<kInPlace>, one_each(), stream(), group(), grid(), rules(),
                      count(), number);
    cuda::launch_overlapping(decide_by_grid_kernel, one_each(), stream(), group(), grid(),
                             rules().seed, count(), number);
  }
  Grid grid() const { return {static_cast<std::int32_t>(width_), ids_.get()}; }

  std::int64_t width_;
  std::int64_t cell_count_;
  cuda::DeviceBuffer<std::int32_t> ids_;
};

}  // namespace

std::unique_ptr<Crowd> atomic_crowd(const Task& task) {
  return std::make_unique<GridCrowd<false>>(task);
}
std::unique_ptr<Crowd> in_place_crowd(const Task& task) {
  return std::make_unique<GridCrowd<true>>(task);
}

}  // namespace bitvox::agents::checks
