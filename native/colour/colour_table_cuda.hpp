// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "colour/prepared_model.hpp"
#include "cuda/stream.hpp"

namespace bitvox::colour {

// build_colour_tables() on the GPU: the same bytes. Both tables are in the GPU's memory, and that
// of certainties may be null; does not wait. Throws DeviceError.
void build_colour_tables(const PreparedModel& model, const cuda::Stream& stream,
                         std::uint8_t* table, std::uint8_t* certainty);

}  // namespace bitvox::colour
