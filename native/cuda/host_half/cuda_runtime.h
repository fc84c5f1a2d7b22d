// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// What CUDA's header of this name is for nvcc, for a compiler that makes the host's half of a
// source alone: device functions are declared and never compiled. What a kernel calls and is not
// here does not compile.
#include <builtin_types.h>
#include <cuda_runtime_api.h>

#include <cmath>
#include <cstddef>
#include <cstdint>

// Where __CUDACC__ is set, CUDA's headers ask for those of nvcc; where it is not, they take what
// __global__ and the like stand for away.
#define __CUDACC__ 1
#undef __annotate__
#define __annotate__(kind) __attribute__((kind))
#define __launch_bounds__(...) __annotate__(launch_bounds(__VA_ARGS__))
#undef __grid_constant__
#define __grid_constant__

#include <vector_functions.h>

template <class Kernel>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, Kernel* kernel) {
  return cudaFuncGetAttributes(attributes, reinterpret_cast<const void*>(kernel));
}

extern const __device__ uint3 threadIdx;
extern const __device__ uint3 blockIdx;
extern const __device__ dim3 blockDim;
extern const __device__ dim3 gridDim;

// ---- Threads of a block, lanes of a warp -------------------------------------------------------

__device__ void __syncthreads();
__device__ int __syncthreads_or(int);
__device__ int __syncthreads_count(int);
__device__ void __syncwarp(unsigned = ~0U);
__device__ int __any_sync(unsigned, int);
__device__ int __all_sync(unsigned, int);
__device__ unsigned __ballot_sync(unsigned, int);
template <class T>
__device__ unsigned __match_any_sync(unsigned, T);
template <class T>
__device__ unsigned __match_all_sync(unsigned, T, int*);
template <class T>
__device__ T __shfl_sync(unsigned, T, int, int = 32);
template <class T>
__device__ T __shfl_up_sync(unsigned, T, unsigned, int = 32);
template <class T>
__device__ T __shfl_down_sync(unsigned, T, unsigned, int = 32);
template <class T>
__device__ T __shfl_xor_sync(unsigned, T, int, int = 32);
__device__ void __threadfence();
__device__ void __nanosleep(unsigned);

// ---- Memory ------------------------------------------------------------------------------------

template <class T>
__device__ T __ldg(const T*);
template <class T>
__device__ T __ldcg(const T*);
template <class T>
__device__ T __ldcs(const T*);

__device__ void* memcpy(void*, const void*, std::size_t);

// The second type is the first one's, but may be converted to it.
template <class T>
struct OfAtomic {
  using Type = T;
};
template <class T>
__device__ T atomicAdd(T*, typename OfAtomic<T>::Type);
template <class T>
__device__ T atomicSub(T*, typename OfAtomic<T>::Type);
template <class T>
__device__ T atomicMin(T*, typename OfAtomic<T>::Type);
template <class T>
__device__ T atomicMax(T*, typename OfAtomic<T>::Type);
template <class T>
__device__ T atomicAnd(T*, typename OfAtomic<T>::Type);
template <class T>
__device__ T atomicOr(T*, typename OfAtomic<T>::Type);
template <class T>
__device__ T atomicExch(T*, typename OfAtomic<T>::Type);
template <class T>
__device__ T atomicCAS(T*, typename OfAtomic<T>::Type, typename OfAtomic<T>::Type);

// ---- Bits --------------------------------------------------------------------------------------

__device__ int __clz(int);
__device__ int __clzll(long long);
__device__ int __ffs(int);
__device__ int __ffsll(long long);
__device__ int __popc(unsigned);
__device__ int __popcll(unsigned long long);
__device__ unsigned __brev(unsigned);
__device__ unsigned long long __brevll(unsigned long long);
__device__ unsigned __byte_perm(unsigned, unsigned, unsigned);
__device__ unsigned __funnelshift_l(unsigned, unsigned, unsigned);
__device__ unsigned __funnelshift_r(unsigned, unsigned, unsigned);
__device__ unsigned __umulhi(unsigned, unsigned);
__device__ unsigned __dp4a(unsigned, unsigned, unsigned);
__device__ int __dp4a(int, int, int);
__device__ unsigned __vminu2(unsigned, unsigned);
__device__ unsigned __vmaxu2(unsigned, unsigned);
__device__ unsigned __viaddmin_u32(unsigned, unsigned, unsigned);
__device__ unsigned __viaddmin_u16x2(unsigned, unsigned, unsigned);
__device__ unsigned __viaddmin_s16x2_relu(unsigned, unsigned, unsigned);

// ---- Numbers -----------------------------------------------------------------------------------

#define BITVOX_LEAST_AND_LARGEST(T) \
  __device__ T min(T, T);           \
  __device__ T max(T, T);
BITVOX_LEAST_AND_LARGEST(int)
BITVOX_LEAST_AND_LARGEST(unsigned)
BITVOX_LEAST_AND_LARGEST(long)
BITVOX_LEAST_AND_LARGEST(unsigned long)
BITVOX_LEAST_AND_LARGEST(long long)
BITVOX_LEAST_AND_LARGEST(unsigned long long)
BITVOX_LEAST_AND_LARGEST(float)
BITVOX_LEAST_AND_LARGEST(double)
#undef BITVOX_LEAST_AND_LARGEST

__device__ int abs(int);

__device__ bool isfinite(float);
__device__ bool isfinite(double);
__device__ bool isnan(float);
__device__ bool isnan(double);
__device__ float fabs(float);
__device__ double fabs(double);
__device__ float floor(float);
__device__ double floor(double);
__device__ float fmax(float, float);
__device__ double fmax(double, double);
__device__ float fmin(float, float);
__device__ double fmin(double, double);
__device__ float sqrt(float);
__device__ double sqrt(double);
__device__ float fabsf(float);
__device__ float fmaxf(float, float);
__device__ float fminf(float, float);
__device__ float nanf(const char*);
__device__ float sqrtf(float);
__device__ long long llround(double);

__device__ double __dadd_rz(double, double);
__device__ double __dsub_rn(double, double);
__device__ double __dmul_rn(double, double);
__device__ double __ddiv_rn(double, double);
__device__ float __fmaf_rn(float, float, float);
__device__ float __fdiv_rn(float, float);
__device__ float __fsqrt_rn(float);
__device__ long long __double2ll_rn(double);
__device__ unsigned __float_as_uint(float);
__device__ float __uint_as_float(unsigned);
__device__ long long __double_as_longlong(double);
__device__ double __longlong_as_double(long long);
