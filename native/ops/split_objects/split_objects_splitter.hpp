// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <functional>
#include <memory>

#include "ops/split_objects/split_objects_watershed.hpp"

namespace bitvox::split_objects {

// The steps of split_objects.hpp one after the other, for any twin: make(ground, progress) makes
// it. Outputs as those of split().
using MakeWatershed = std::function<std::unique_ptr<Watershed>(const Ground&, Progress&)>;

Result split_by(const MakeWatershed& make, const VolumeSource& in, const Images& images,
                const Options& options, const Outputs& outputs, Progress& progress);

}  // namespace bitvox::split_objects
