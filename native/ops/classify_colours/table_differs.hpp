// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "colour/prepared_model.hpp"
#include "colour/rgb_rows.hpp"
#include "core/volumes/grey_volume.hpp"
#include "ops/classify_colours/backgrounds.hpp"

namespace bitvox::classify_colours {

// The part of the pixels of the first frame, 0 to 1, whose class by a table is another than by its
// model.
double table_differs(const GreySource& in, const colour::FramePixels& pixels,
                     const colour::PreparedModel& model, const std::uint8_t* table,
                     const Reading& reading);

}  // namespace bitvox::classify_colours
