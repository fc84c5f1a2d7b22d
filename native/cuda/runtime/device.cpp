// SPDX-License-Identifier: BSD-2-Clause
#include <map>
#include <mutex>

#include "cuda/runtime/call.hpp"

namespace bitvox::cuda_runtime {
namespace {

thread_local int chosen = 0;  // for the driver a GPU's number is its handle, too

// The context of a GPU, which is made by the first call and kept.
CUresult context_of(int device, CUcontext& context) {
  static std::mutex mutex;
  static auto* const made = new std::map<int, CUcontext>;  // never destroyed
  const std::lock_guard lock(mutex);
  const auto [place, is_new] = made->try_emplace(device, nullptr);
  if (is_new) {
    const CUresult status = driver().cuDevicePrimaryCtxRetain(&place->second, device);
    if (status != CUDA_SUCCESS) {
      made->erase(place);
      return status;
    }
  }
  context = place->second;
  return CUDA_SUCCESS;
}

CUresult enter(int device) {
  CUcontext context = nullptr;
  const CUresult status = context_of(device, context);
  return status == CUDA_SUCCESS ? driver().cuCtxSetCurrent(context) : status;
}

CUresult attribute_of(const Driver& driver, int device, CUdevice_attribute which, int& value) {
  return driver.cuDeviceGetAttribute(&value, which, device);
}

}  // namespace

cudaError_t make_context_current() {
  if (driver().status != cudaSuccess) return driver().status;
  CUcontext current = nullptr;
  CUresult status = driver().cuCtxGetCurrent(&current);
  if (status == CUDA_SUCCESS && current == nullptr) status = enter(chosen);
  return static_cast<cudaError_t>(status);
}

}  // namespace bitvox::cuda_runtime

using namespace bitvox::cuda_runtime;

cudaError_t cudaDriverGetVersion(int* version) {
  *version = driver().version;
  return cudaSuccess;
}

cudaError_t cudaGetDeviceCount(int* count) {
  *count = 0;
  return call_without_context([&](const Driver& driver) { return driver.cuDeviceGetCount(count); });
}

cudaError_t cudaSetDevice(int device) {
  const cudaError_t status = call_without_context([&](const Driver&) { return enter(device); });
  if (status == cudaSuccess) chosen = device;
  return status;
}

cudaError_t cudaGetDevice(int* device) {
  return call([&](const Driver& driver) { return driver.cuCtxGetDevice(device); });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr which, int device) {
  return call_without_context([&](const Driver& driver) {
    return attribute_of(driver, device, static_cast<CUdevice_attribute>(which), *value);
  });
}

// Only what is asked for somewhere: names, versions and sizes.
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  *properties = {};
  return call_without_context([&](const Driver& driver) {
    const auto attribute = [&](CUdevice_attribute which, int& value) {
      return attribute_of(driver, device, which, value);
    };
    constexpr int kLetters = sizeof properties->name;
    for (const CUresult status :
         {driver.cuDeviceGetName(properties->name, kLetters, device),
          driver.cuDeviceTotalMem(&properties->totalGlobalMem, device),
          attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, properties->major),
          attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, properties->minor),
          attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, properties->multiProcessorCount)}) {
      if (status != CUDA_SUCCESS) return status;
    }
    return CUDA_SUCCESS;
  });
}

cudaError_t cudaDeviceSynchronize() {
  return call([](const Driver& driver) { return driver.cuCtxSynchronize(); });
}
