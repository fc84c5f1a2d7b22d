// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

#include <memory>

#include "core/volumes/grey_volume.hpp"

namespace bitvox::jni {

// The grey volume that a native method was given as an org.bitvox.GreyInput: a GreyVolume that
// Java keeps alive during the call, or the slices of an image in the Java heap.
class GreyInput {
 public:
  GreyInput(JNIEnv* env, jobject input);

  const GreySource& source() const { return *source_; }

 private:
  std::unique_ptr<GreySource> slices_;  // null for a GreyVolume
  const GreySource* source_ = nullptr;
};

}  // namespace bitvox::jni
