// SPDX-License-Identifier: BSD-2-Clause
#include <cstdint>
#include <memory>

#include "core/threads/progress_parts.hpp"
#include "cuda/device_memory.hpp"
#include "ops/local_thickness/local_thickness_painter.cuh"
#include "ops/local_thickness/local_thickness_plan.hpp"

namespace bitvox::local_thickness {

class GpuTwin::Balls {
 public:
  virtual ~Balls() = default;
  virtual Counts compute(const Block& part, CoreSink* out, Progress& progress) = 0;
};

namespace {

template <class V>
class TypedBalls final : public GpuTwin::Balls {
 public:
  TypedBalls(const Job& job, const Block& largest)
      : job_(job), arena_(BlockPainter<V>::arena_bytes(job, largest)) {}

  static std::int64_t bytes(const Job& job, const Block& part) {
    return BlockPainter<V>::arena_bytes(job, part) +
           cuda::download_bytes(BlockPainter<V>::slices_of(job, part));
  }

  Counts compute(const Block& part, CoreSink* out, Progress& progress) override {
    constexpr bool kCounts = BlockPainter<V>::kCounts;
    auto [uploading, measuring, painting, handing_out] =
        progress_parts(progress, 1, 1, 4, kCounts && out == nullptr ? 0 : 4);
    arena_.reset();
    BlockPainter<V> painter(job_, part, stream_, arena_);
    painter.upload(staging_, uploading);
    require_finite(painter.measure(measuring));
    painter.paint(painting);
    if (kCounts) {
      if (out != nullptr) painter.hand_out(*out, staging_, handing_out);
      return painter.counts();
    }
    CountingSink counting(job_, part, out);
    painter.hand_out(counting, staging_, handing_out);
    return counting.counts();
  }

 private:
  void require_finite(double largest) const {
    if (largest < V::kInfinite) return;
    if (V::kColumns > 1) throw distance_map::TooNarrow();
    refuse_infinite(job_);
  }

  const Job job_;
  cuda::DeviceArena arena_;
  cuda::Stream stream_;
  cuda::Staging staging_{stream_};  // the last member: waits before the arena goes
};

}  // namespace

MemoryUser GpuTwin::user(const Job& job) {
  return {job.name, "Choose backend 'auto' or crop the image."};
}

std::int64_t GpuTwin::bytes(const Job& job, const Block& block) {
  return distance_map::with_cells(
      job.field.values, [&](auto cells) { return TypedBalls<decltype(cells)>::bytes(job, block); });
}

GpuTwin::GpuTwin(const Job& job, Gpu, const Block& largest) {
  distance_map::with_cells(job.field.values, [&](auto cells) {
    balls_ = std::make_shared<TypedBalls<decltype(cells)>>(job, largest);
  });
}

Counts GpuTwin::compute(const Block& block, CoreSink* out, Progress& progress) {
  return balls_->compute(block, out, progress);
}

Counts measure_cuda(const Job& job, WatchedSink* out, Progress& progress) {
  distance_map::require_short_sides(job.field.in.shape());
  const auto measure = [&](const distance_map::Job& field, Progress& part) {
    return distance_map::measure_cuda(field, nullptr, part);
  };
  return run_wide_enough<GpuTwin>(job, Gpu{}, &cuda::device_memory, measure, out, progress);
}

}  // namespace bitvox::local_thickness
