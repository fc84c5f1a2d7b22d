// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

// See cuda_runtime.h beside it.
struct __half {
  unsigned short bits;
};
struct __half2 {
  __half x, y;
};

__device__ __half __ushort_as_half(unsigned short);
__device__ unsigned short __half_as_ushort(__half);
__device__ float __half2float(__half);
__device__ __half __float2half_rn(float);
__device__ float2 __half22float2(__half2);
__device__ __half2 __floats2half2_rn(float, float);
