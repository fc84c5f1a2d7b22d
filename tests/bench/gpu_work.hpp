// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <functional>

namespace bitvox::test {

// What one call did on the GPU.
struct GpuWork {
  double milliseconds = 0;    // of kernels, and of clearing and copying within its memory
  std::int64_t launches = 0;  // a graph is one
  std::int64_t bytes = 0;     // that crossed the link, both ways
};

// Runs the call, with an event before and after each kernel and each graph: the times between them
// are added up, each with about a microsecond more than the kernel takes by itself. Nothing where
// there is no GPU.
#ifdef BITVOX_WITH_CUDA
GpuWork gpu_work(const std::function<void()>& call);

// Of this process so far.
std::int64_t gpu_launches();
#else
inline GpuWork gpu_work(const std::function<void()>&) { return {}; }
inline std::int64_t gpu_launches() { return 0; }
#endif

}  // namespace bitvox::test
