// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "bits.hpp"
#include "ops/solve/solve.hpp"

namespace bitvox::test {

// All bits of the iteration, not of the solution alone.
inline Bits bits_of(const solve::Result& result) {
  Bits bits;
  bits.add(result.solution).add(result.history).add(result.residual).add(result.iterations);
  bits.add(result.error);
  return bits;
}

}  // namespace bitvox::test
