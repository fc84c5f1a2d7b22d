// SPDX-License-Identifier: BSD-2-Clause
#include "cuda/runtime/kernels.hpp"

#include <map>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "cuda/runtime/kernel_key.hpp"

namespace bitvox::cuda_runtime {
namespace {

// The device code of one source.
class Module {
 public:
  explicit Module(const void* code) : code_(code) {}

  CUkernel kernel(const std::string& key, CUresult& status) {
    if (!is_loaded_) status_ = load();
    is_loaded_ = true;
    status = status_;
    if (status != CUDA_SUCCESS) return nullptr;
    const auto found = kernels_.find(key);
    if (found != kernels_.end()) return found->second;
    status = static_cast<CUresult>(cudaErrorInvalidDeviceFunction);
    return nullptr;
  }

 private:
  // While a thread makes a graph, the driver wants to know that this is no part of it.
  CUresult load() {
    CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
    driver().cuThreadExchangeStreamCaptureMode(&mode);
    const CUresult status = load_kernels();
    driver().cuThreadExchangeStreamCaptureMode(&mode);
    return status;
  }

  CUresult load_kernels() {
    CUlibrary library = nullptr;
    CUresult status =
        driver().cuLibraryLoadData(&library, code_, nullptr, nullptr, 0, nullptr, nullptr, 0);
    unsigned count = 0;
    if (status == CUDA_SUCCESS) status = driver().cuLibraryGetKernelCount(&count, library);
    std::vector<CUkernel> kernels(count);
    if (status == CUDA_SUCCESS) {
      status = driver().cuLibraryEnumerateKernels(kernels.data(), count, library);
    }
    for (const CUkernel kernel : kernels) {
      const char* name = nullptr;
      if (status == CUDA_SUCCESS) status = driver().cuKernelGetName(&name, kernel);
      if (status == CUDA_SUCCESS) kernels_[kernel_key(name)] = kernel;
    }
    return status;
  }

  const void* code_;
  bool is_loaded_ = false;
  CUresult status_ = CUDA_SUCCESS;
  std::unordered_map<std::string, CUkernel> kernels_;
};

struct Registered {
  Module* module = nullptr;
  std::string key;
  CUkernel kernel = nullptr;  // once it has been asked for
};

struct Registry {
  std::mutex mutex;  // of the modules, too
  std::map<const void*, Registered> kernels;
};

// Filled while the library is loaded, by the constructors of all sources with kernels; never
// destroyed, as kernels may be started until the process ends.
Registry& registry() {
  static auto* const registry = new Registry;
  return *registry;
}

}  // namespace

CUkernel kernel_of(const void* address, CUresult& status) {
  const std::lock_guard lock(registry().mutex);
  const auto found = registry().kernels.find(address);
  if (found == registry().kernels.end()) {
    status = static_cast<CUresult>(cudaErrorInvalidDeviceFunction);
    return nullptr;
  }
  Registered& registered = found->second;
  status = CUDA_SUCCESS;
  if (registered.kernel == nullptr) {
    registered.kernel = registered.module->kernel(registered.key, status);
  }
  return registered.kernel;
}

}  // namespace bitvox::cuda_runtime

// ---- What compilers call -----------------------------------------------------------------------

using namespace bitvox::cuda_runtime;

// NOLINTBEGIN(readability-identifier-naming)
extern "C" {

// As nvcc and Clang write it.
struct FatBinary {
  int magic;
  int version;
  const void* code;
  const void* unused;
};

void** __cudaRegisterFatBinary(const void* binary) {
  return reinterpret_cast<void**>(new Module(static_cast<const FatBinary*>(binary)->code));
}

void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}  // at the end of the process: what is loaded stays

void __cudaRegisterFunction(void** module, const void* address, char*, const char* name, int,
                            uint3*, uint3*, dim3*, dim3*, int*) {
  const std::lock_guard lock(registry().mutex);
  registry().kernels[address] = {reinterpret_cast<Module*>(module), kernel_key(name)};
}

// Constants of the device code, which are initialised there. The host never writes them.
void __cudaRegisterVar(void**, char*, char*, const char*, int, std::size_t, int, int) {}

// What a kernel that is called as a function would come to, which none is: cuda/launch.hpp starts
// them. nvcc calls the last three, Clang the first alone.
unsigned __cudaPopCallConfiguration(dim3*, dim3*, std::size_t*, void*) {
  return cudaErrorMissingConfiguration;
}
cudaError_t __cudaGetKernel(cudaKernel_t*, const void*) { return cudaErrorMissingConfiguration; }
cudaError_t __cudaLaunchKernel(cudaKernel_t, dim3, dim3, void**, std::size_t, cudaStream_t) {
  return cudaErrorMissingConfiguration;
}
char __cudaInitModule(void**) { return 1; }

}  // extern "C"
// NOLINTEND(readability-identifier-naming)
