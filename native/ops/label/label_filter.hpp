// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "ops/label/label.hpp"

namespace bitvox::label {

// The labels of the objects that stay, and how many.
struct KeptLabels {
  std::vector<std::uint32_t> labels;
  std::int64_t count = 0;
};

// Throws InvalidInput where no object could stay.
void check_sizes(const Options& options);

// By the voxels of each, and, where no_border is asked for, the faces that each touches, of which
// some are the border.
KeptLabels keep_objects(const std::vector<std::int64_t>& sizes,
                        const std::vector<std::uint8_t>& faces, std::uint8_t border,
                        const Options& options, Progress& progress);

}  // namespace bitvox::label
