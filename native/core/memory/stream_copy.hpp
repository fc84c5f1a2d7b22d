// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

namespace bitvox {

// Copies past the caches of the CPU, for what it will not read again but a device will: that reads
// memory twice as fast as what another core has in its cache. What was written before is seen
// before, by devices too. They must not overlap.
void stream_copy(std::uint8_t* to, const std::uint8_t* from, std::int64_t bytes);

}  // namespace bitvox
