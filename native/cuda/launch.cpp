// SPDX-License-Identifier: BSD-2-Clause
#include "cuda/launch.hpp"

#include <map>
#include <mutex>

namespace bitvox::cuda {

void allow_shared_bytes(const void* kernel, std::size_t shared_bytes) {
  static std::mutex mutex;
  static auto* const allowed = new std::map<const void*, std::size_t>;  // never destroyed
  const std::lock_guard lock(mutex);
  std::size_t& most = (*allowed)[kernel];
  if (shared_bytes <= most) return;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(shared_bytes)),
        "setting the size of shared memory");
  most = shared_bytes;
}

void start(LaunchKind kind, const void* kernel, const LaunchShape& shape, void** parameters,
           const Stream& stream) {
  const cudaError_t status =
      kind == LaunchKind::kPlain
          ? cudaLaunchKernel(kernel, shape.blocks, shape.threads, parameters, shape.shared_bytes,
                             stream.get())
          : cudaLaunchCooperativeKernel(kernel, shape.blocks, shape.threads, parameters,
                                        shape.shared_bytes, stream.get());
  check(status, "starting work on the GPU");
}

}  // namespace bitvox::cuda
