// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "colour/prepared_model.hpp"
#include "cuda/stream.hpp"

namespace bitvox::colour {

// build_colour_table() on the GPU: the same bytes. table[kTableBytes] is in the GPU's memory; does
// not wait. Throws DeviceError.
void build_colour_table(const PreparedModel& model, const cuda::Stream& stream,
                        std::uint8_t* table);

}  // namespace bitvox::colour
