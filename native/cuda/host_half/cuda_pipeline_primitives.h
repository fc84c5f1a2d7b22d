// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

// See cuda_runtime.h beside it.
__device__ void __pipeline_memcpy_async(void*, const void*, std::size_t, std::size_t = 0);
__device__ void __pipeline_commit();
__device__ void __pipeline_wait_prior(std::size_t);
