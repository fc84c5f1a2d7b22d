// SPDX-License-Identifier: BSD-2-Clause
#include "cuda/launch.hpp"

#include <map>
#include <mutex>
#include <utility>

#include "core/backends/chosen_gpu.hpp"

namespace bitvox::cuda {
namespace {

// What is known of kernels is known of each on a GPU.
using OnGpu = std::pair<const void*, int>;

OnGpu here(const void* kernel) { return {kernel, chosen_gpu().ordinal}; }

}  // namespace

void allow_shared_bytes(const void* kernel, std::size_t shared_bytes) {
  static std::mutex mutex;
  static auto* const allowed = new std::map<OnGpu, std::size_t>;  // never destroyed
  const std::lock_guard lock(mutex);
  std::size_t& most = (*allowed)[here(kernel)];
  if (shared_bytes <= most) return;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(shared_bytes)),
        "setting the size of shared memory");
  most = shared_bytes;
}

namespace {

// Whether the code of a kernel waits for the one before it: where it was compiled for older GPUs it
// does not, as the GPU that runs it may be one of them.
bool waits_itself(const void* kernel) {
  static std::mutex mutex;
  static auto* const known = new std::map<OnGpu, bool>;  // never destroyed
  const std::lock_guard lock(mutex);
  const auto [place, is_new] = known->try_emplace(here(kernel), false);
  if (is_new) {
    constexpr int kFirst = 90;
    cudaFuncAttributes attributes{};
    check(cudaFuncGetAttributes(&attributes, kernel), "asking for a kernel");
    place->second = attributes.ptxVersion >= kFirst && attributes.binaryVersion >= kFirst;
  }
  return place->second;
}

cudaError_t start_overlapping(const void* kernel, const LaunchShape& shape, void** parameters,
                              const Stream& stream) {
  cudaLaunchAttribute overlapping{};
  overlapping.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  overlapping.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = shape.blocks;
  config.blockDim = shape.threads;
  config.dynamicSmemBytes = shape.shared_bytes;
  config.stream = stream.get();
  config.attrs = &overlapping;
  config.numAttrs = 1;
  return cudaLaunchKernelExC(&config, kernel, parameters);
}

cudaError_t start_plain(const void* kernel, const LaunchShape& shape, void** parameters,
                        const Stream& stream) {
  return cudaLaunchKernel(kernel, shape.blocks, shape.threads, parameters, shape.shared_bytes,
                          stream.get());
}

}  // namespace

void start(LaunchKind kind, const void* kernel, const LaunchShape& shape, void** parameters,
           const Stream& stream) {
  cudaError_t status = cudaSuccess;
  if (kind == LaunchKind::kCooperative) {
    status = cudaLaunchCooperativeKernel(kernel, shape.blocks, shape.threads, parameters,
                                         shape.shared_bytes, stream.get());
  } else if (kind == LaunchKind::kOverlapping && waits_itself(kernel)) {
    status = start_overlapping(kernel, shape, parameters, stream);
  } else {
    status = start_plain(kernel, shape, parameters, stream);
  }
  check(status, "starting work on the GPU");
}

}  // namespace bitvox::cuda
