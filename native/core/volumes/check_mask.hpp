// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/error.hpp"
#include "core/volumes/volume_source.hpp"

namespace bitvox {

// Throws InvalidInput where there is a mask of another shape.
inline void check_mask(const VolumeSource& in, const VolumeSource* mask) {
  if (mask != nullptr && mask->shape() != in.shape()) {
    throw InvalidInput("the mask is " + size_text(mask->shape()) + " voxels, the image " +
                       size_text(in.shape()));
  }
}

}  // namespace bitvox
