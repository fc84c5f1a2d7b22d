// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Of functions that the CPU calls and the GPU too. Freestanding, see cpu/rows.cpp.in.
#ifdef __CUDACC__
#define BITVOX_BOTH __host__ __device__
#else
#define BITVOX_BOTH
#endif
