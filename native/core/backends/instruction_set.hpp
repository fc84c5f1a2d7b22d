// SPDX-License-Identifier: BSD-2-Clause
#pragma once

namespace bitvox {

// What the inner loops of the CPU are compiled for. AVX2 comes with FMA, F16C, BMI1 and BMI2,
// AVX-512 with F, BW, VL and DQ.
enum class InstructionSet { kScalar, kAvx2, kAvx512 };

// The inner loops of one operation: rows_for<granulometry::Rows>(set). A table is static members
// of its own type, which cpu/rows.cpp.in defines.
template <class Rows>
const Rows& rows_for(InstructionSet set) {
#ifdef __x86_64__
  switch (set) {
    case InstructionSet::kAvx512:
      return Rows::avx512;
    case InstructionSet::kAvx2:
      return Rows::avx2;
    case InstructionSet::kScalar:
      break;
  }
#else
  static_cast<void>(set);  // the others are never available
#endif
  return Rows::scalar;
}

// One of the GPUs that CUDA shows, which CUDA_VISIBLE_DEVICES decides. chosen_gpu.hpp: which is
// used.
struct Gpu {
  int ordinal = 0;
};

}  // namespace bitvox
