// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace bitvox {

struct RowKernels;

#ifdef BITVOX_WITH_CUDA
inline constexpr bool kBuiltWithCuda = true;
#else
inline constexpr bool kBuiltWithCuda = false;
#endif

// One way to run an operation. rows is null on the GPU.
struct Backend {
  std::string name;
  const RowKernels* rows = nullptr;
  bool available = false;
  std::string detail;  // the device, or why it is not available, in words a user can act on
};

// Best first: cuda, avx512, avx2, scalar.
std::vector<Backend> backends();

// What the user asked for: name, but where that is "auto" the environment variable
// BITVOX_BACKEND if it is set.
std::string requested_backend(std::string_view name);

// The backend of that name; for "auto" the best one, without the GPU unless gpu_pays. Throws
// InvalidInput with the reason when it is unknown or not available.
enum class GpuUse { kPays, kTooSmall };
Backend choose_backend(std::string_view name, GpuUse gpu = GpuUse::kPays);

// From now on "cuda" is not available, for this reason.
void mark_gpu_lost(const std::string& reason);

// What really happened, for the log line and the tests.
struct RunReport {
  std::string backend;
  std::string note;  // empty, or a sentence for the user
};

// Runs one of the twins: on_gpu() or on_cpu(const RowKernels&). With "auto", a GPU that is too
// small falls back to the CPU and says so; a GPU asked for by name does not.
template <class OnGpu, class OnCpu>
auto run_on(std::string_view name, GpuUse gpu, RunReport& report, OnGpu&& on_gpu, OnCpu&& on_cpu) {
  const std::string requested = requested_backend(name);
  Backend backend = choose_backend(requested, gpu);
  if constexpr (kBuiltWithCuda) {
    if (backend.rows == nullptr) {
      try {
        auto result = on_gpu();
        report.backend = backend.name;
        return result;
      } catch (const DeviceOutOfMemory& error) {
        if (requested != "auto") {
          throw;
        }
        backend = choose_backend(requested, GpuUse::kTooSmall);
        report.note = std::string("Ran on the CPU: ") + error.what();
      }
    }
  }
  auto result = on_cpu(*backend.rows);
  report.backend = backend.name;
  return result;
}

}  // namespace bitvox
