// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime_api.h>

#include "cuda/cuda_check.hpp"

namespace bitvox::cuda {

// A stream of its own. Waits for its work when it goes, so that an exception never frees memory
// that is still in use: declare it after the buffers that it works on.
class Stream {
 public:
  Stream() {
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "creating a stream");
  }
  ~Stream() {
    cudaStreamSynchronize(stream_);
    cudaStreamDestroy(stream_);
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  cudaStream_t get() const { return stream_; }

  // Until all that is in it is done.
  void wait() const { check(cudaStreamSynchronize(stream_), "waiting for the GPU"); }

 private:
  cudaStream_t stream_ = nullptr;
};

// Waits for a stream's work when it goes: for buffers that go before the stream does.
class Drain {
 public:
  explicit Drain(const Stream& stream) : stream_(stream) {}
  ~Drain() { cudaStreamSynchronize(stream_.get()); }
  Drain(const Drain&) = delete;
  Drain& operator=(const Drain&) = delete;

 private:
  const Stream& stream_;
};

class Event {
 public:
  Event() { check(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming), "creating an event"); }
  ~Event() { cudaEventDestroy(event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  void record(const Stream& stream) {
    check(cudaEventRecord(event_, stream.get()), "recording an event");
  }
  void wait() const { check(cudaEventSynchronize(event_), "waiting for the GPU"); }
  bool reached() const {
    const cudaError_t status = cudaEventQuery(event_);
    if (status == cudaErrorNotReady) {
      return false;
    }
    check(status, "waiting for the GPU");
    return true;
  }

 private:
  cudaEvent_t event_ = nullptr;
};

}  // namespace bitvox::cuda
