// SPDX-License-Identifier: BSD-2-Clause
#include "ops/classify_colours/frames_ahead.hpp"

#include "core/error.hpp"
#include "core/threads/between_reports.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/thread_pool.hpp"

namespace bitvox::classify_colours {
namespace {

class StopFlag final : public Progress {
 public:
  explicit StopFlag(const std::atomic<bool>& stop) : stop_(stop) {}
  void report(std::int64_t, std::int64_t) override {
    if (stop_) throw Cancelled();
  }

 private:
  const std::atomic<bool>& stop_;
};

std::int64_t bytes_of_frame(const GreySource& in) {
  return in.slice_pixels() * bytes_per_pixel(in.type());
}

}  // namespace

FramesAhead::FramesAhead(const GreySource& in, std::int64_t most, const Device& device)
    : in_(in),
      frame_bytes_(bytes_of_frame(in)),
      readers_(device.readers()),
      halves_{device.frame_memory(most * frame_bytes_), device.frame_memory(most * frame_bytes_)} {}

FramesAhead::~FramesAhead() {
  stop_ = true;
  if (reading_.valid()) reading_.wait();
}

std::int64_t FramesAhead::bytes(const GreySource& in, std::int64_t most) {
  return 2 * most * bytes_of_frame(in);
}

void FramesAhead::start(std::int64_t first, std::int64_t count) {
  half_ = 1 - half_;
  char* const to = halves_[static_cast<std::size_t>(half_)].get();
  const auto task =
      std::make_shared<std::packaged_task<void()>>([=, this] { read(first, count, to); });
  reading_ = task->get_future();
  ThreadPool::instance().submit(1, [task](int) { (*task)(); });
}

void FramesAhead::read(std::int64_t first, std::int64_t count, char* to) {
  StopFlag stop(stop_);
  parallel_for(
      count, readers_, stop, [&] { return in_.open(); },
      [&](std::unique_ptr<GreyReader>& reader, std::int64_t i) {
        reader->read(first + i, 0, in_.slice_pixels(), to + i * frame_bytes_);
      });
}

const void* FramesAhead::wait(Progress& progress) {
  progress.report(0, 1);
  while (reading_.wait_for(kBetweenReports) != std::future_status::ready) progress.report(0, 1);
  reading_.get();
  return halves_[static_cast<std::size_t>(half_)].get();
}

}  // namespace bitvox::classify_colours
