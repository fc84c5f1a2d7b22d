// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>

namespace bitvox {

// What this build has code for, whatever the machine has: "avx512, avx2, scalar; sm_90,
// compute_90", or "scalar; no GPU (built without CUDA, as asked for)".
std::string built_for();

}  // namespace bitvox
