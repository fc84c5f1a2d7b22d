// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "agents_checks.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/graph.hpp"
#include "cuda/launch.hpp"
#include "cuda/stream.hpp"
#include "gpu_time.hpp"
#include "ops/agents/agent_kernels.cuh"

// What the ways have in common.
namespace bitvox::agents::checks {

// The place that an agent asks for; its own if it asks for none, or for one that is no place.
__device__ __forceinline__ Point<2> requested(const Rules<2>& rules, std::int32_t id,
                                              std::int64_t step, const Point<2>& place) {
  std::int32_t memory = kNoMemory;
  const Point<2> wanted = sum(place, move_of<Motion::kRandom>(rules, id, step, place, memory));
  return rules.may_hold(wanted) ? wanted : place;
}

struct Asking {
  Point<2> request;
  std::int32_t id;
  std::uint64_t seed;
  std::int64_t step;
};

// Whether another agent is a reason to refuse a request; get_id() is asked if that matters.
template <class GetId>
__device__ __forceinline__ bool is_refused(const Asking& asking, const Agent<2>& other,
                                           const GetId& get_id) {
  return touching(other.place, asking.request) ||
         (touching(other.request, asking.request) &&
          goes_before(asking.seed, asking.step, get_id(), asking.id));
}

// Steps that a graph launches.
class GraphCrowd : public Crowd {
 public:
  double run() final {
    if (!graph_) make_graph();
    begin();
    set_number(0);
    graph_->launch(stream_);
    set_number(kSteps);
    // Is enqueued while the GPU makes those steps.
    return test::gpu_seconds(stream_, 1, [&] { graph_->launch(stream_); }) * 1e6 / kSteps;
  }

 protected:
  GraphCrowd() : number_(cuda::allocate<std::int64_t>(1)) {}

  // Puts all agents where they start.
  virtual void begin() = 0;
  // A step. Its first kernel is started in this way, as a graph's first one overlaps with none.
  virtual void enqueue(const PartNumber& number, cuda::LaunchKind first) = 0;

  const cuda::Stream& stream() const { return stream_; }

 private:
  void make_graph() {
    begin();  // and two steps, which load the kernels: graphs cannot
    enqueue({nullptr, 0}, cuda::LaunchKind::kPlain);
    enqueue({nullptr, 1}, cuda::LaunchKind::kPlain);
    stream_.wait();
    graph_.emplace(stream_, [&] {
      for (std::int64_t i = 0; i < kSteps; ++i) {
        enqueue({number_.get(), i},
                i == 0 ? cuda::LaunchKind::kPlain : cuda::LaunchKind::kOverlapping);
      }
    });
  }
  void set_number(std::int64_t first) {
    cuda::launch(set_number_kernel, {dim3(1), dim3(1)}, stream_, number_.get(), first);
  }

  cuda::DeviceBuffer<std::int64_t> number_;
  std::optional<cuda::Graph> graph_;
  cuda::Stream stream_;
};

// A copy on the GPU.
inline cuda::DeviceBuffer<Point<2>> uploaded(const std::vector<Point<2>>& points,
                                             const cuda::Stream& stream) {
  const std::int64_t count = std::ssize(points);
  auto to = cuda::allocate<Point<2>>(count);
  cuda::copy(to.get(), points.data(), count, stream);
  stream.wait();
  return to;
}

}  // namespace bitvox::agents::checks
