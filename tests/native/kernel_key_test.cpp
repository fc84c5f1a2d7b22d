// SPDX-License-Identifier: BSD-2-Clause
// One kernel has the same key under the names that nvcc on Linux and Clang for Windows give it.
#include <gtest/gtest.h>

#ifdef BITVOX_OWN_CUDA_RUNTIME
#include "cuda/runtime/kernel_key.hpp"

namespace bitvox::cuda_runtime {
namespace {

TEST(KernelKey, UnnamedNamespaces) {
  EXPECT_EQ(kernel_key("_ZN6bitvox4cuda45_GLOBAL__N__3aacf74d_12_flow_cuda_cu_caeafad316add_lanes_"
                       "kernelEPKdlPd"),
            kernel_key("_ZN6bitvox4cuda12_GLOBAL__N_116add_lanes_kernelEPKdxPd"));
  // In parameters, too.
  EXPECT_EQ(kernel_key("_ZN6bitvox3ray46_GLOBAL__N__3d68f037_13_cuda_tasks_cu_c2c34e491aENS0_46_"
                       "GLOBAL__N__3d68f037_13_cuda_tasks_cu_c2c34e491bE"),
            kernel_key("_ZN6bitvox3ray12_GLOBAL__N_11aENS0_12_GLOBAL__N_11bE"));
}

TEST(KernelKey, StaticOnes) {
  EXPECT_EQ(kernel_key("_ZN6bitvox5label15sum_sums_kernelEPyl"),
            kernel_key("_ZN6bitvox5labelL15sum_sums_kernelEPyx"));
}

TEST(KernelKey, OthersDiffer) {
  EXPECT_NE(kernel_key("_ZN6bitvox1kILi8EEEvPj"), kernel_key("_ZN6bitvox1kILi9EEEvPj"));
  EXPECT_NE(kernel_key("_ZN6bitvox1kILi8EEEvPj"), kernel_key("_ZN6bitvox1kILi8EEEvPy"));
  EXPECT_NE(kernel_key("_ZN6bitvox1kEl"), kernel_key("_ZN6bitvox1kEm"));
}

}  // namespace
}  // namespace bitvox::cuda_runtime
#endif
