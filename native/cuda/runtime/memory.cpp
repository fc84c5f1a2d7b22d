// SPDX-License-Identifier: BSD-2-Clause
#include <bit>
#include <cstddef>

#include "cuda/runtime/call.hpp"

using namespace bitvox::cuda_runtime;

namespace {

CUdeviceptr on_device(const void* pointer) { return reinterpret_cast<CUdeviceptr>(pointer); }

// What a pointer points to: the driver finds out unless the kind of a copy says it.
CUmemorytype type_of(cudaMemcpyKind kind, cudaMemcpyKind if_host_1, cudaMemcpyKind if_host_2) {
  if (kind == cudaMemcpyDefault) return CU_MEMORYTYPE_UNIFIED;
  return kind == if_host_1 || kind == if_host_2 ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
}

}  // namespace

// ---- Taking and giving back --------------------------------------------------------------------

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
  return call([&](const Driver& driver) {
    CUdeviceptr place = 0;
    const CUresult status = driver.cuMemAlloc(&place, bytes);
    *pointer = std::bit_cast<void*>(place);
    return status;
  });
}

cudaError_t cudaFree(void* pointer) {
  return call([&](const Driver& driver) {
    return pointer == nullptr ? CUDA_SUCCESS : driver.cuMemFree(on_device(pointer));
  });
}

cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned flags) {
  return call([&](const Driver& driver) {
    return driver.cuMemHostAlloc(pointer, bytes, flags | CU_MEMHOSTALLOC_PORTABLE);
  });
}

cudaError_t cudaFreeHost(void* pointer) {
  return call([&](const Driver& driver) {
    return pointer == nullptr ? CUDA_SUCCESS : driver.cuMemFreeHost(pointer);
  });
}

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  return call([&](const Driver& driver) { return driver.cuMemGetInfo(free, total); });
}

// ---- Pools -------------------------------------------------------------------------------------

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
  CUmemPoolProps wanted{};
  wanted.allocType = static_cast<CUmemAllocationType>(properties->allocType);
  wanted.location.type = static_cast<CUmemLocationType>(properties->location.type);
  wanted.location.id = properties->location.id;
  return call([&](const Driver& driver) { return driver.cuMemPoolCreate(pool, &wanted); });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr which, void* value) {
  return call([&](const Driver& driver) {
    return driver.cuMemPoolGetAttribute(pool, static_cast<CUmemPool_attribute>(which), value);
  });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr which, void* value) {
  return call([&](const Driver& driver) {
    return driver.cuMemPoolSetAttribute(pool, static_cast<CUmemPool_attribute>(which), value);
  });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t bytes) {
  return call([&](const Driver& driver) { return driver.cuMemPoolTrimTo(pool, bytes); });
}

cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream) {
  return call([&](const Driver& driver) {
    CUdeviceptr place = 0;
    const CUresult status = driver.cuMemAllocFromPoolAsync(&place, bytes, pool, stream);
    *pointer = std::bit_cast<void*>(place);
    return status;
  });
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  return call(
      [&](const Driver& driver) { return driver.cuMemFreeAsync(on_device(pointer), stream); });
}

// ---- Setting and copying -----------------------------------------------------------------------

cudaError_t cudaMemsetAsync(void* to, int byte, std::size_t bytes, cudaStream_t stream) {
  return call([&](const Driver& driver) {
    return bytes == 0 ? CUDA_SUCCESS
                      : driver.cuMemsetD8Async(on_device(to), static_cast<unsigned char>(byte),
                                               bytes, stream);
  });
}

// Of which kind it is, the driver sees by the pointers.
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind,
                            cudaStream_t stream) {
  return call([&](const Driver& driver) {
    return bytes == 0 ? CUDA_SUCCESS
                      : driver.cuMemcpyAsync(on_device(to), on_device(from), bytes, stream);
  });
}

cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from,
                              std::size_t from_pitch, std::size_t width, std::size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
  CUDA_MEMCPY2D copy{};
  copy.srcMemoryType = type_of(kind, cudaMemcpyHostToHost, cudaMemcpyHostToDevice);
  copy.srcHost = from;
  copy.srcDevice = on_device(from);
  copy.srcPitch = from_pitch;
  copy.dstMemoryType = type_of(kind, cudaMemcpyHostToHost, cudaMemcpyDeviceToHost);
  copy.dstHost = to;
  copy.dstDevice = on_device(to);
  copy.dstPitch = to_pitch;
  copy.WidthInBytes = width;
  copy.Height = height;
  return call([&](const Driver& driver) {
    return width == 0 || height == 0 ? CUDA_SUCCESS : driver.cuMemcpy2DAsync(&copy, stream);
  });
}

// Only what kind of memory it is.
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  *attributes = {};
  unsigned type = 0;
  const cudaError_t status = call([&](const Driver& driver) {
    return driver.cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                        on_device(pointer));
  });
  attributes->type = static_cast<cudaMemoryType>(type);  // the numbers are the same
  return status;
}
