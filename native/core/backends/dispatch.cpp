// SPDX-License-Identifier: BSD-2-Clause
#include "core/backends/dispatch.hpp"

#ifdef __x86_64__
#include <cpuid.h>
#endif

#include <cstdlib>
#include <mutex>

#include "core/backends/cuda_status.hpp"
#include "core/threads/background.hpp"

namespace bitvox {
namespace {

std::mutex lost_mutex;
std::string lost_reason;

#ifdef __x86_64__
constexpr bool kBuiltForX86 = true;
#else
constexpr bool kBuiltForX86 = false;
#endif

Backend cpu_backend(const char* name, InstructionSet instructions, bool runs_here) {
  const char* const missing =
      kBuiltForX86 ? "this CPU lacks the instructions" : "built for another kind of CPU";
  return {name, instructions, runs_here, runs_here ? "" : missing};
}

#ifdef __x86_64__
// Not every compiler knows its name.
bool cpu_has_f16c() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_F16C) != 0;
}
bool cpu_has_avx2() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && cpu_has_f16c() &&
         __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("popcnt");
}
bool cpu_has_avx512() {
  return cpu_has_avx2() && __builtin_cpu_supports("avx512f") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512dq");
}
#else
bool cpu_has_avx2() { return false; }
bool cpu_has_avx512() { return false; }
#endif

// Asking the driver takes a tenth of a second or more on a machine with a GPU, so it is done once,
// only when the answer matters, and where it keeps nobody from stopping.
Backend gpu_backend(Progress* progress) {
  static const Background<CudaStatus> asked(cuda_status);
  NoProgress quiet;
  const CudaStatus& status = asked.get(progress == nullptr ? quiet : *progress);
  const std::lock_guard lock(lost_mutex);
  if (!lost_reason.empty()) {
    return {"cuda", std::nullopt, false, lost_reason};
  }
  return {"cuda", std::nullopt, status.usable, status.detail};
}

std::vector<Backend> cpu_backends() {
  static const std::vector<Backend> all = {
      cpu_backend("avx512", InstructionSet::kAvx512, cpu_has_avx512()),
      cpu_backend("avx2", InstructionSet::kAvx2, cpu_has_avx2()),
      cpu_backend("scalar", InstructionSet::kScalar, true),
  };
  return all;
}

const Backend& require_available(const Backend& backend) {
  if (!backend.available) {
    throw InvalidInput("backend '" + backend.name + "' is not available: " + backend.detail);
  }
  return backend;
}

Backend best_backend(GpuUse gpu, Progress* progress) {
  if (gpu == GpuUse::kPays) {
    Backend cuda = gpu_backend(progress);
    if (cuda.available) {
      return cuda;
    }
  }
  for (const Backend& backend : cpu_backends()) {
    if (backend.available) {
      return backend;
    }
  }
  throw DeviceError("no backend is available");  // cannot happen: scalar always is
}

}  // namespace

std::vector<Backend> backends(Progress* progress) {
  std::vector<Backend> all = {gpu_backend(progress)};
  for (const Backend& backend : cpu_backends()) {
    all.push_back(backend);
  }
  return all;
}

std::string requested_backend(std::string_view name) {
  const char* const forced = std::getenv("BITVOX_BACKEND");
  return std::string(name == "auto" && forced != nullptr && *forced != '\0' ? forced : name);
}

Backend choose_backend(std::string_view name, GpuUse gpu, Progress* progress) {
  if (name == "auto") {
    return best_backend(gpu, progress);
  }
  if (name == "cuda") {
    return require_available(gpu_backend(progress));
  }
  for (const Backend& backend : cpu_backends()) {
    if (name == backend.name) {
      return require_available(backend);
    }
  }
  throw InvalidInput("unknown backend '" + std::string(name) +
                     "'; use auto, cuda, avx512, avx2 or scalar");
}

bool may_fall_back(std::string_view requested, const WatchedSink* out) {
  return requested == "auto" && (out == nullptr || !out->any_left());
}

void mark_gpu_lost(const std::string& reason) {
  const std::lock_guard lock(lost_mutex);
  lost_reason = reason;
}

}  // namespace bitvox
