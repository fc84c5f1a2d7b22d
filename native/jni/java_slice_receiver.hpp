// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

#include <cstdint>

namespace bitvox::jni {

// Hands 16-bit slices to org.bitvox.SliceReceiver.accept(z, short[]) on the caller's thread, each
// in an array of its own.
class JavaSliceReceiver {
 public:
  JavaSliceReceiver(JNIEnv* env, jobject receiver, std::int64_t slice_voxels);

  void accept(std::int64_t z, const std::uint16_t* pixels);

 private:
  JNIEnv* env_;
  jobject receiver_;
  jsize length_;
  jmethodID accept_ = nullptr;
};

}  // namespace bitvox::jni
