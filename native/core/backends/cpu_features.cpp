// SPDX-License-Identifier: BSD-2-Clause
#include "core/backends/cpu_features.hpp"

#ifdef __x86_64__
#include <cpuid.h>
#endif

#include <cstdint>

namespace bitvox {

#ifdef __x86_64__

// The CPU is asked itself: __builtin_cpu_supports says no to everything if a compiler comes without
// the code that fills in what it looks at, as zig's.
namespace {

struct Leaf {
  std::uint32_t a = 0, b = 0, c = 0, d = 0;
};

// Zeros if the CPU does not know it.
Leaf leaf(unsigned number) {
  Leaf found;
  __get_cpuid_count(number, 0, &found.a, &found.b, &found.c, &found.d);
  return found;
}

constexpr bool has_all(std::uint32_t bits, std::uint32_t wanted) {
  return (bits & wanted) == wanted;
}

// The registers that the system saves for each thread.
bool saves(std::uint32_t registers) {
  constexpr std::uint32_t kOsxsave = 1U << 27;
  if (!has_all(leaf(1).c, kOsxsave)) return false;
  std::uint32_t low = 0, high = 0;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return has_all(low, registers);
}

constexpr std::uint32_t kYmm = 0x6;   // with those of SSE
constexpr std::uint32_t kZmm = 0xe6;  // with masks, and with those of SSE and AVX

// Of leaf 1, register c.
constexpr std::uint32_t kFma = 1U << 12, kPopcnt = 1U << 23, kF16c = 1U << 29;
// Of leaf 7, register b.
constexpr std::uint32_t kBmi = 1U << 3, kAvx2 = 1U << 5, kBmi2 = 1U << 8, kAvx512F = 1U << 16,
                        kAvx512Dq = 1U << 17, kAvx512Bw = 1U << 30, kAvx512Vl = 1U << 31;

}  // namespace

bool cpu_has_avx2() {
  return saves(kYmm) && has_all(leaf(1).c, kFma | kPopcnt | kF16c) &&
         has_all(leaf(7).b, kBmi | kAvx2 | kBmi2);
}

bool cpu_has_avx512() {
  return cpu_has_avx2() && saves(kZmm) &&
         has_all(leaf(7).b, kAvx512F | kAvx512Dq | kAvx512Bw | kAvx512Vl);
}

#else

bool cpu_has_avx2() { return false; }
bool cpu_has_avx512() { return false; }

#endif

}  // namespace bitvox
