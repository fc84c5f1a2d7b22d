// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/threads/progress.hpp"
#include "core/volumes/grey_volume.hpp"
#include "core/volumes/volume_source.hpp"
#include "ops/register_mi/register_mi_geometry.hpp"

namespace bitvox::register_mi {

// What a mask leaves of a volume: the box around its foreground, as floats with NaN elsewhere. So a
// search that leaves out values that are not finite needs to know no mask.
struct MaskedVolume {
  Window window;
  GreyVolume values;
};

// Throws InvalidInput (another shape, a mask without foreground, no finite value there),
// HostOutOfMemory, Cancelled.
MaskedVolume masked(const GreySource& in, const VolumeSource& mask, int threads,
                    Progress& progress);

}  // namespace bitvox::register_mi
