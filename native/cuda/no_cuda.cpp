// SPDX-License-Identifier: BSD-2-Clause
// Takes the place of cuda_status.cpp and kept_memory.cpp in a build without CUDA. CMake says why
// there is none.
#include "core/backends/cuda_status.hpp"
#include "core/memory/aligned_array.hpp"
#include "core/memory/kept_memory.hpp"

namespace bitvox {

CudaStatus cuda_status(Gpu) { return {false, BITVOX_WITHOUT_CUDA}; }

int gpu_count() { return 0; }

std::int64_t free_gpu_memory() { return 0; }

std::string gpus_built_for() { return "no GPU (" BITVOX_WITHOUT_CUDA ")"; }

KeptMemory kept_memory() { return {kept_array_bytes(), 0, 0}; }

void free_kept_memory() { free_kept_arrays(); }

}  // namespace bitvox
