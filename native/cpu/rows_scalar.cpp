// SPDX-License-Identifier: BSD-2-Clause
#include "cpu/rows.hpp"

namespace bitvox {
namespace {
#include "cpu/rows.inl"
}  // namespace

extern const RowKernels scalar_rows = kAllRows;

}  // namespace bitvox
