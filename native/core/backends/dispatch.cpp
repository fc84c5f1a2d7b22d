// SPDX-License-Identifier: BSD-2-Clause
#include "core/backends/dispatch.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <mutex>

#include "core/backends/chosen_gpu.hpp"
#include "core/backends/cpu_features.hpp"
#include "core/backends/cuda_status.hpp"
#include "core/threads/background.hpp"

namespace bitvox {
namespace {

std::mutex lost_mutex;
std::map<int, std::string> lost_reasons;  // by the number of the GPU

bool runs_here(InstructionSet instructions) {
  switch (instructions) {
    case InstructionSet::kAvx512:
      return cpu_has_avx512();
    case InstructionSet::kAvx2:
      return cpu_has_avx2();
    case InstructionSet::kScalar:
      break;
  }
  return true;
}

Backend cpu_backend(const char* name, InstructionSet instructions) {
  const bool runs = runs_here(instructions);
  const char* const missing =
      kBuiltForX86 ? "this CPU lacks the instructions" : "built for another kind of CPU";
  return {name, instructions, {}, runs, runs ? "" : missing};
}

// Asking the driver takes a tenth of a second or more on a machine with a GPU, so it is done once
// for each, only when the answer matters, and where it keeps nobody from stopping.
const Background<CudaStatus>& asked_for(Gpu gpu) {
  static std::mutex mutex;
  static std::map<int, Background<CudaStatus>> asked;
  const std::lock_guard lock(mutex);
  return asked.try_emplace(gpu.ordinal, [gpu] { return cuda_status(gpu); }).first->second;
}

Backend gpu_backend(Progress* progress) {
  const Gpu gpu = chosen_gpu();
  NoProgress quiet;
  const CudaStatus& status = asked_for(gpu).get(progress == nullptr ? quiet : *progress);
  const std::lock_guard lock(lost_mutex);
  const auto lost = lost_reasons.find(gpu.ordinal);
  if (lost != lost_reasons.end()) {
    return {"cuda", std::nullopt, gpu, false, lost->second};
  }
  return {"cuda", std::nullopt, gpu, status.usable, status.detail};
}

const std::vector<Backend>& cpu_backends() {
  static const std::vector<Backend> all = {
      cpu_backend("avx512", InstructionSet::kAvx512),
      cpu_backend("avx2", InstructionSet::kAvx2),
      cpu_backend("scalar", InstructionSet::kScalar),
  };
  return all;
}

// The best one of the CPU of which this is true.
template <class Is>
const Backend& cpu_backend_where(const Is& is) {
  const std::vector<Backend>& all = cpu_backends();
  return *std::find_if(all.begin(), all.end(), is);
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
  return cpu_backend_where([](const Backend& backend) { return backend.available; });
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

InstructionSet best_cpu() { return *best_backend(GpuUse::kTooSmall, nullptr).instructions; }

std::string name_of(InstructionSet instructions) {
  return cpu_backend_where([&](const Backend& one) { return one.instructions == instructions; })
      .name;
}

void mark_gpu_lost(const std::string& reason) {
  const std::lock_guard lock(lost_mutex);
  lost_reasons[chosen_gpu().ordinal] = reason;
}

bool is_gpu_lost(Gpu gpu) {
  const std::lock_guard lock(lost_mutex);
  return lost_reasons.count(gpu.ordinal) != 0;
}

}  // namespace bitvox
