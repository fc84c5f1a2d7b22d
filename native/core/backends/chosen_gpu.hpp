// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/backends/instruction_set.hpp"

namespace bitvox {

// Which GPU the calling thread computes on from now on. Asks nobody whether there is such a one: a
// backend says it.
void choose_gpu(Gpu gpu);

// The first one for a thread that has chosen none.
Gpu chosen_gpu();

}  // namespace bitvox
