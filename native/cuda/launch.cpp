// SPDX-License-Identifier: BSD-2-Clause
#include "cuda/launch.hpp"

namespace bitvox::cuda {

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
