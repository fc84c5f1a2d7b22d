// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/memory/memory.hpp"

namespace bitvox::tortuosity {

inline constexpr MemoryUser kHostUser{"Tortuosity", "Crop the image."};

}  // namespace bitvox::tortuosity
