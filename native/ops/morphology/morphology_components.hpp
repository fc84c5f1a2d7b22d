// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/morphology/morphology.hpp"

namespace bitvox::morphology {

// The operations that keep or fill whole components, which are found as by the operation "label".
// marker: for kReconstruct alone. Throws Cancelled, HostOutOfMemory, DeviceError.
BitVolume by_components(const BitVolume& volume, const BitVolume* marker, const Options& options,
                        RunReport& run, Progress& progress);

}  // namespace bitvox::morphology
