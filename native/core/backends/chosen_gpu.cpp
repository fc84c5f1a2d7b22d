// SPDX-License-Identifier: BSD-2-Clause
#include "core/backends/chosen_gpu.hpp"

namespace bitvox {
namespace {

thread_local int chosen = 0;

}  // namespace

void choose_gpu(Gpu gpu) { chosen = gpu.ordinal; }

Gpu chosen_gpu() { return {chosen}; }

}  // namespace bitvox
