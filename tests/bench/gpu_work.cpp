// SPDX-License-Identifier: BSD-2-Clause
// The linker puts these functions in the place of CUDA's (--wrap), so that what is measured is the
// library as it is, whatever an operation does.
#include "gpu_work.hpp"

#include <cuda_runtime_api.h>

#include <atomic>
#include <mutex>
#include <vector>

#include "cuda/cuda_check.hpp"

namespace bitvox::test {
namespace {

// Whether what is put into a stream becomes part of a graph, whose launches are work instead:
// events that are recorded now would have no times.
bool is_captured(cudaStream_t stream) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  return cudaStreamIsCapturing(stream, &status) == cudaSuccess &&
         status != cudaStreamCaptureStatusNone;
}

// Events around pieces of work; kept for the next call.
class Watch {
 public:
  void begin() {
    used_ = 0;
    work_ = {};
    watching_ = true;
  }

  GpuWork end() {
    watching_ = false;
    cuda::check(cudaDeviceSynchronize(), "waiting for the GPU");
    for (std::size_t i = 0; i < used_; i += 2) {
      float milliseconds = 0;
      cuda::check(cudaEventElapsedTime(&milliseconds, events_[i], events_[i + 1]), "timing");
      work_.milliseconds += static_cast<double>(milliseconds);
    }
    return work_;
  }

  bool watching() const { return watching_; }
  std::int64_t launches() const { return launches_; }

  template <class Enqueue>
  cudaError_t on_gpu(cudaStream_t stream, const Enqueue& enqueue) {
    ++launches_;
    if (!watching_ || is_captured(stream)) return enqueue();
    const std::lock_guard lock(mutex_);
    ++work_.launches;
    record(stream);
    const cudaError_t status = enqueue();
    record(stream);
    return status;
  }

  void over_link(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    work_.bytes += static_cast<std::int64_t>(bytes);
  }

 private:
  void record(cudaStream_t stream) {
    if (used_ == events_.size()) {
      events_.emplace_back();
      cuda::check(cudaEventCreate(&events_.back()), "creating an event");
    }
    cuda::check(cudaEventRecord(events_[used_++], stream), "recording an event");
  }

  std::atomic<bool> watching_{false};
  std::atomic<std::int64_t> launches_{0};
  std::mutex mutex_;
  std::vector<cudaEvent_t> events_;
  std::size_t used_ = 0;
  GpuWork work_;
};

Watch& watch() {
  static auto* const watch = new Watch;  // for good: nothing is freed while the process ends
  return *watch;
}

bool is_on_gpu(const void* pointer) {
  cudaPointerAttributes attributes{};
  const bool known = cudaPointerGetAttributes(&attributes, pointer) == cudaSuccess;
  return known && attributes.type == cudaMemoryTypeDevice;
}

}  // namespace

GpuWork gpu_work(const std::function<void()>& call) {
  watch().begin();
  call();
  return watch().end();
}

std::int64_t gpu_launches() { return watch().launches(); }

}  // namespace bitvox::test

using bitvox::test::is_on_gpu;
using bitvox::test::watch;

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): the linker's names
extern "C" {

cudaError_t __real_cudaLaunchKernel(const void* kernel, dim3 blocks, dim3 threads, void** arguments,
                                    std::size_t shared_bytes, cudaStream_t stream);
cudaError_t __wrap_cudaLaunchKernel(const void* kernel, dim3 blocks, dim3 threads, void** arguments,
                                    std::size_t shared_bytes, cudaStream_t stream) {
  return watch().on_gpu(stream, [&] {
    return __real_cudaLaunchKernel(kernel, blocks, threads, arguments, shared_bytes, stream);
  });
}

cudaError_t __real_cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* kernel,
                                       void** arguments);
cudaError_t __wrap_cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* kernel,
                                       void** arguments) {
  return watch().on_gpu(config->stream,
                        [&] { return __real_cudaLaunchKernelExC(config, kernel, arguments); });
}

cudaError_t __real_cudaLaunchCooperativeKernel(const void* kernel, dim3 blocks, dim3 threads,
                                               void** arguments, std::size_t shared_bytes,
                                               cudaStream_t stream);
cudaError_t __wrap_cudaLaunchCooperativeKernel(const void* kernel, dim3 blocks, dim3 threads,
                                               void** arguments, std::size_t shared_bytes,
                                               cudaStream_t stream) {
  return watch().on_gpu(stream, [&] {
    return __real_cudaLaunchCooperativeKernel(kernel, blocks, threads, arguments, shared_bytes,
                                              stream);
  });
}

cudaError_t __real_cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t stream);
cudaError_t __wrap_cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t stream) {
  return watch().on_gpu(stream, [&] { return __real_cudaGraphLaunch(graph, stream); });
}

cudaError_t __real_cudaMemsetAsync(void* to, int byte, std::size_t bytes, cudaStream_t stream);
cudaError_t __wrap_cudaMemsetAsync(void* to, int byte, std::size_t bytes, cudaStream_t stream) {
  return watch().on_gpu(stream, [&] { return __real_cudaMemsetAsync(to, byte, bytes, stream); });
}

cudaError_t __real_cudaMemcpyAsync(void* to, const void* from, std::size_t bytes,
                                   cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t __wrap_cudaMemcpyAsync(void* to, const void* from, std::size_t bytes,
                                   cudaMemcpyKind kind, cudaStream_t stream) {
  const auto copy = [&] { return __real_cudaMemcpyAsync(to, from, bytes, kind, stream); };
  if (!watch().watching()) return copy();
  if (is_on_gpu(to) && is_on_gpu(from)) return watch().on_gpu(stream, copy);
  watch().over_link(bytes);
  return copy();
}

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
