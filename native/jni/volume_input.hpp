// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

#include <memory>
#include <optional>

#include "core/volumes/volume_source.hpp"

namespace bitvox::jni {

// The volume that a native method was given as an org.bitvox.VolumeInput: a BitVolume that Java
// keeps alive during the call, or the slices of an image in the Java heap.
class VolumeInput {
 public:
  VolumeInput(JNIEnv* env, jobject input);

  const VolumeSource& source() const { return *source_; }

 private:
  std::unique_ptr<VolumeSource> slices_;  // null for a BitVolume
  const VolumeSource* source_ = nullptr;
};

// The same where it may be null.
class OptionalVolumeInput {
 public:
  OptionalVolumeInput(JNIEnv* env, jobject input) {
    if (input != nullptr) volume_.emplace(env, input);
  }

  const VolumeSource* source() const { return volume_ ? &volume_->source() : nullptr; }

 private:
  std::optional<VolumeInput> volume_;
};

}  // namespace bitvox::jni
