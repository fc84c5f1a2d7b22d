// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <benchmark/benchmark.h>

#include "gpu_work.hpp"

namespace bitvox::test {

// The loop of a benchmark of whole calls, call() being one. Where they use the GPU, one more is
// taken apart:
//   gpu_ms    what its kernels take, and clearing and copying on the GPU
//   launches  how many these are, a graph being one
//   link_MB   what is copied to the GPU and back
//   aim_ms    these over 50 GB/s, the kernels, and half a millisecond for all else
template <class Call>
void whole_calls(benchmark::State& state, const Call& call) {
  const std::int64_t before = gpu_launches();
  for (auto _ : state) call();
  if (gpu_launches() == before) return;
  const GpuWork work = gpu_work(call);
  constexpr double kBytesPerMillisecond = 50e6;
  constexpr double kAllElse = 0.5;
  const auto bytes = static_cast<double>(work.bytes);
  state.counters["gpu_ms"] = work.milliseconds;
  state.counters["launches"] = static_cast<double>(work.launches);
  state.counters["link_MB"] = bytes / 1e6;
  state.counters["aim_ms"] = work.milliseconds + bytes / kBytesPerMillisecond + kAllElse;
}

}  // namespace bitvox::test
