// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

namespace bitvox {

// memcpy by several threads: one alone does not copy as fast as memory is.
void parallel_copy(void* to, const void* from, std::int64_t bytes, int threads);

}  // namespace bitvox
