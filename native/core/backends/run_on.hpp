// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Included by operations alone: what includes this is compiled again where CUDA is added to a
// build.
#include <string>
#include <string_view>

#include "core/backends/built_with_cuda.hpp"
#include "core/backends/dispatch.hpp"
#include "cuda/use_gpu.hpp"

namespace bitvox {

// Runs one of the twins: on_gpu(Gpu), on this thread, which uses it from then on, or
// on_cpu(InstructionSet). Where the GPU turns out to be too small, or is lost, falls back to the
// CPU if it may, and says so. out: where the twins hand out slices; progress: that of the twins.
template <class OnGpu, class OnCpu>
auto run_on(std::string_view name, GpuUse gpu, RunReport& report, OnGpu&& on_gpu, OnCpu&& on_cpu,
            const WatchedSink* out = nullptr, Progress* progress = nullptr) {
  const std::string requested = requested_backend(name);
  Backend backend = choose_backend(requested, gpu, progress);
  if constexpr (kBuiltWithCuda) {
    if (!backend.instructions) {
      const auto fall_back = [&](const DeviceError& error) {
        if (!may_fall_back(requested, out)) {
          throw;
        }
        backend = choose_backend(requested, GpuUse::kTooSmall);
        report.note = std::string("Ran on the CPU: ") + error.what();
      };
      try {
        cuda::use_gpu(backend.gpu);
        auto result = on_gpu(backend.gpu);
        report.backend = backend.name;
        return result;
      } catch (const DeviceOutOfMemory& error) {
        fall_back(error);
      } catch (const DeviceLost& error) {
        fall_back(error);
      }
    }
  }
  auto result = on_cpu(*backend.instructions);
  report.backend = backend.name;
  return result;
}

}  // namespace bitvox
