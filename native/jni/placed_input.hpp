// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

#include <optional>

#include "core/blocks/placed.hpp"
#include "jni/volume_input.hpp"

namespace bitvox::jni {

// The volume that a native method was given for what a block reads, and perhaps a mask (or another
// volume) likewise, as parts of the whole. Throws InvalidInput where a size is another.
class PlacedInput {
 public:
  PlacedInput(JNIEnv* env, const Block& block, jobject input, jobject mask);

  const Block& block() const { return block_; }
  const VolumeSource& volume() const { return placed_; }
  const VolumeSource* mask() const { return placed_mask_ ? &*placed_mask_ : nullptr; }

 private:
  Block block_;
  VolumeInput volume_;
  OptionalVolumeInput mask_;
  PlacedVolume placed_;
  std::optional<PlacedVolume> placed_mask_;
};

}  // namespace bitvox::jni
