// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "agents_checks.cuh"

// Ways with a thread for each agent.
namespace bitvox::agents::checks {

inline constexpr int kRow = 2 * kAround + 1;

// Agents in some order.
struct Group {
  Record<2>* records;
  std::int32_t* ids;
  bool* accepted;  // the last request, which the next step carries out
};

struct GroupMemory {
  explicit GroupMemory(std::int64_t count)
      : records(cuda::allocate<Record<2>>(count)),
        ids(cuda::allocate<std::int32_t>(count)),
        accepted(cuda::allocate<bool>(count)) {}
  Group group() const { return {records.get(), ids.get(), accepted.get()}; }

  cuda::DeviceBuffer<Record<2>> records;
  cuda::DeviceBuffer<std::int32_t> ids;
  cuda::DeviceBuffer<bool> accepted;
};

__device__ inline std::int32_t cell_along(const Point<2>& point, int axis) {
  return point.at[axis] / kSide<2>;
}

static __global__ void begin_group_kernel(Group group, std::int32_t count, const Point<2>* starts) {
  const std::int64_t i = this_thread();
  if (i >= count) return;
  group.records[i] = {{starts[i], starts[i]}};
  group.ids[i] = static_cast<std::int32_t>(i) + 1;
  group.accepted[i] = false;
}

__device__ inline Point<2> place_now(const Group& group, std::int64_t i, const Record<2>& record) {
  return group.accepted[i] ? record.request : record.place;
}

static __global__ void list_group_kernel(Group group, std::int32_t count, Point<2>* places) {
  const std::int64_t i = this_thread();
  if (i < count) places[group.ids[i] - 1] = place_now(group, i, group.records[i]);
}

class AgentCrowd : public GraphCrowd {
 public:
  std::vector<Point<2>> places() override {
    const auto places = cuda::allocate<Point<2>>(count_);
    std::vector<Point<2>> to(static_cast<std::size_t>(count_));
    cuda::launch(list_group_kernel, one_each(), stream(), group_.group(), count_, places.get());
    cuda::read_back(to.data(), places.get(), count_, stream());
    return to;
  }

 protected:
  explicit AgentCrowd(const Task& task)
      : rules_(task.rules),
        count_(static_cast<std::int32_t>(task.starts.size())),
        starts_(uploaded(task.starts, stream())),
        group_(count_) {}

  void begin() override {
    cuda::launch(begin_group_kernel, one_each(), stream(), group(), count_, starts_.get());
  }

  Group group() const { return group_.group(); }
  const Rules<2>& rules() const { return rules_; }
  std::int32_t count() const { return count_; }
  const Point<2>* starts() const { return starts_.get(); }
  cuda::LaunchShape one_each() const {
    return {dim3(cuda::blocks_for(count_, kBlock)), dim3(kBlock)};
  }

 private:
  Rules<2> rules_;
  std::int32_t count_;
  cuda::DeviceBuffer<Point<2>> starts_;
  GroupMemory group_;
};

}  // namespace bitvox::agents::checks
