// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <functional>

#include "ops/label/components.hpp"

namespace bitvox::label {

// Finds the components of some slices.
using FindComponents =
    std::function<std::unique_ptr<Components>(const BitVolume& slab, Progress& progress)>;

// The components of a volume that is too large to be held where they are found: `depth` slices at a
// time, and those of the slabs joined where slabs meet. The same components with the same labels.
// Every question finds those of the slabs again, so that only the labels of their labels are kept.
// Throws InvalidInput where the slabs have more components together than there are labels.
std::unique_ptr<Components> components_in_slabs(const BitVolume& volume, Extent extent,
                                                std::int64_t depth, FindComponents find,
                                                Progress& progress);

}  // namespace bitvox::label
