// SPDX-License-Identifier: BSD-2-Clause
#include "cuda/runtime/driver.hpp"

#include "core/platform/gpu_driver.hpp"

namespace bitvox::cuda_runtime {
namespace {

template <class Function>
bool find(Function*& pointer, void* library, const char* name) {
  pointer = reinterpret_cast<Function*>(platform::function_of(library, name));
  return pointer != nullptr;
}

// With the same rule as NVIDIA's runtime: a driver for the toolkit's major version.
constexpr int kOldestVersion = CUDA_VERSION / 1000 * 1000;

Driver opened() {
  Driver driver;
  void* const library = platform::open_gpu_driver();
  decltype(&cuDriverGetVersion) get_version = nullptr;
  if (library == nullptr || !find(get_version, library, "cuDriverGetVersion") ||
      get_version(&driver.version) != CUDA_SUCCESS || driver.version < kOldestVersion) {
    return driver;
  }
#define BITVOX_NAME(name) #name
#define BITVOX_FIND(name) \
  if (!find(driver.name, library, BITVOX_NAME(name))) return driver;
  BITVOX_DRIVER_FUNCTIONS(BITVOX_FIND)
#undef BITVOX_FIND
#undef BITVOX_NAME
  driver.status = static_cast<cudaError_t>(driver.cuInit(0));
  return driver;
}

}  // namespace

const Driver& driver() {
  static const Driver the_driver = opened();
  return the_driver;
}

}  // namespace bitvox::cuda_runtime
