// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <deque>

#include "cuda/device_buffer.hpp"
#include "cuda/pinned_buffer.hpp"
#include "cuda/stream.hpp"

namespace bitvox::cuda {

// What pixels pass through on their way to the GPU and back: page-locked memory of the host, in
// slots that take turns, so that the host fills or empties one while the GPU copies another. Taking
// such memory needs time and can fail, so it is kept from copy to copy and only grows. Waits for
// the stream when it goes.
class Staging {
 public:
  explicit Staging(const Stream& stream) : stream_(stream) {}
  ~Staging() { const Drain drain(stream_); }
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  const Stream& stream() const { return stream_; }

  // So many slots of so many bytes: on the host, or as much on the GPU too. What they held is lost;
  // the stream must be done with it. Throws DeviceError, DeviceOutOfMemory.
  enum class Sides { kHost, kBoth };
  void reserve(int slots, std::int64_t bytes, Sides sides);

  std::uint8_t* host(int slot) const { return host_.get() + slot * slot_bytes_; }
  std::uint8_t* device(int slot) const { return device_.get() + slot * slot_bytes_; }

  // To be recorded when the last work on a slot is enqueued, and waited for before its next use.
  Event& done(int slot) { return done_[static_cast<std::size_t>(slot)]; }

 private:
  const Stream& stream_;
  PinnedBuffer<std::uint8_t> host_;
  DeviceBuffer<std::uint8_t> device_;
  std::int64_t host_bytes_ = 0;
  std::int64_t device_bytes_ = 0;
  std::int64_t slot_bytes_ = 0;
  std::deque<Event> done_;  // a deque: events do not move
};

}  // namespace bitvox::cuda
