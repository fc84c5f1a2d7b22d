// SPDX-License-Identifier: BSD-2-Clause
#include <immintrin.h>

#include "cpu/rows.hpp"

namespace bitvox {
namespace {
#include "cpu/rows.inl"
}  // namespace

extern const RowKernels avx512_rows = kAllRows;

}  // namespace bitvox
