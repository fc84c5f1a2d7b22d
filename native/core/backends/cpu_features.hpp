// SPDX-License-Identifier: BSD-2-Clause
#pragma once

namespace bitvox {

// Whether this CPU, and the system, can run what is compiled for AVX2 or AVX-512
// (core/backends/instruction_set.hpp has what comes with them).
bool cpu_has_avx2();
bool cpu_has_avx512();

#ifdef __x86_64__
inline constexpr bool kBuiltForX86 = true;
#else
inline constexpr bool kBuiltForX86 = false;
#endif

}  // namespace bitvox
