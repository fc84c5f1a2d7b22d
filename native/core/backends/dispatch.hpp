// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/backends/instruction_set.hpp"
#include "core/error.hpp"
#include "core/options/run_options.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/slice_sink.hpp"

namespace bitvox {

// One way to run an operation.
struct Backend {
  std::string name;
  std::optional<InstructionSet> instructions;  // none on the GPU
  Gpu gpu;                                     // where there are none
  bool available = false;
  std::string detail;  // the device, or why it is not available, in words a user can act on
};

// Best first: cuda, avx512, avx2, scalar. The GPU is the one that the calling thread has chosen.
// The driver of the GPU may need a second to start when it is first asked, here or below: where
// there is a progress, that can stop it, by Cancelled.
std::vector<Backend> backends(Progress* progress = nullptr);

// What the user asked for: name, but where that is "auto" the environment variable
// BITVOX_BACKEND if it is set.
std::string requested_backend(std::string_view name);

// The backend of that name; for "auto" the best one, without the GPU unless gpu_pays. Throws
// InvalidInput with the reason when it is unknown or not available.
enum class GpuUse { kPays, kTooSmall };
Backend choose_backend(std::string_view name, GpuUse gpu = GpuUse::kPays,
                       Progress* progress = nullptr);

// The best instruction set of this CPU, for loops of it that are there whatever the backend.
InstructionSet best_cpu();
// What its backend is called.
std::string name_of(InstructionSet instructions);

// From now on the GPU that the calling thread has chosen is not available, for this reason.
void mark_gpu_lost(const std::string& reason);
bool is_gpu_lost(Gpu gpu);

// What really happened, for the log line and the tests.
struct RunReport {
  std::string backend;
  std::string note;  // empty, or a sentence for the user

  template <class Each>
  static void fields(Each&& field) {
    field("backend", &RunReport::backend);
    field("note", &RunReport::note);
  }
};

// Whether the CPU may do what the GPU has too little memory for, or was lost with: it was not asked
// for by name, and no slice of the result (out may be null) has left, which the CPU would hand out
// again.
bool may_fall_back(std::string_view requested, const WatchedSink* out);

}  // namespace bitvox
