// SPDX-License-Identifier: BSD-2-Clause
#include <cstddef>

#include "cuda/runtime/call.hpp"
#include "cuda/runtime/kernels.hpp"

using namespace bitvox::cuda_runtime;

namespace {

static_assert(sizeof(cudaLaunchAttribute) == sizeof(CUlaunchAttribute));
static_assert(static_cast<int>(cudaLaunchAttributeProgrammaticStreamSerialization) ==
              CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION);

// ask(driver, kernel) in a context.
template <class Ask>
cudaError_t call_with_kernel(const void* address, const Ask& ask) {
  return call([&](const Driver& driver) {
    CUresult status = CUDA_SUCCESS;
    const CUkernel kernel = kernel_of(address, status);
    return status == CUDA_SUCCESS ? ask(driver, kernel) : status;
  });
}

cudaError_t start(const void* address, dim3 blocks, dim3 threads, void** parameters,
                  std::size_t shared_bytes, cudaStream_t stream, CUlaunchAttribute* attributes,
                  unsigned count) {
  CUlaunchConfig config{};
  config.gridDimX = blocks.x;
  config.gridDimY = blocks.y;
  config.gridDimZ = blocks.z;
  config.blockDimX = threads.x;
  config.blockDimY = threads.y;
  config.blockDimZ = threads.z;
  config.sharedMemBytes = static_cast<unsigned>(shared_bytes);
  config.hStream = stream;
  config.attrs = attributes;
  config.numAttrs = count;
  return call_with_kernel(address, [&](const Driver& driver, CUkernel kernel) {
    return driver.cuLaunchKernelEx(&config, reinterpret_cast<CUfunction>(kernel), parameters,
                                   nullptr);
  });
}

}  // namespace

cudaError_t cudaLaunchKernel(const void* kernel, dim3 blocks, dim3 threads, void** parameters,
                             std::size_t shared_bytes, cudaStream_t stream) {
  return start(kernel, blocks, threads, parameters, shared_bytes, stream, nullptr, 0);
}

cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 blocks, dim3 threads,
                                        void** parameters, std::size_t shared_bytes,
                                        cudaStream_t stream) {
  CUlaunchAttribute cooperative{};
  cooperative.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
  cooperative.value.cooperative = 1;
  return start(kernel, blocks, threads, parameters, shared_bytes, stream, &cooperative, 1);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* kernel,
                                void** parameters) {
  return start(kernel, config->gridDim, config->blockDim, parameters, config->dynamicSmemBytes,
               config->stream, reinterpret_cast<CUlaunchAttribute*>(config->attrs),
               config->numAttrs);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* kernel,
                                                          int threads, std::size_t shared_bytes) {
  return call_with_kernel(kernel, [&](const Driver& driver, CUkernel handle) {
    return driver.cuOccupancyMaxActiveBlocksPerMultiprocessor(
        blocks, reinterpret_cast<CUfunction>(handle), threads, shared_bytes);
  });
}

cudaError_t cudaFuncSetAttribute(const void* kernel, cudaFuncAttribute which, int value) {
  return call_with_kernel(kernel, [&](const Driver& driver, CUkernel handle) {
    CUdevice device = 0;
    const CUresult status = driver.cuCtxGetDevice(&device);
    return status == CUDA_SUCCESS
               ? driver.cuKernelSetAttribute(static_cast<CUfunction_attribute>(which), value,
                                             handle, device)
               : status;
  });
}

// Only what is asked for somewhere: which GPU the code is for.
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* kernel) {
  *attributes = {};
  return call_with_kernel(kernel, [&](const Driver& driver, CUkernel handle) {
    CUdevice device = 0;
    CUresult status = driver.cuCtxGetDevice(&device);
    if (status == CUDA_SUCCESS) {
      status = driver.cuKernelGetAttribute(&attributes->ptxVersion, CU_FUNC_ATTRIBUTE_PTX_VERSION,
                                           handle, device);
    }
    if (status == CUDA_SUCCESS) {
      status = driver.cuKernelGetAttribute(&attributes->binaryVersion,
                                           CU_FUNC_ATTRIBUTE_BINARY_VERSION, handle, device);
    }
    return status;
  });
}
