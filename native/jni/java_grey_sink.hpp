// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

#include "core/error.hpp"
#include "core/grey_volume.hpp"
#include "jni/grey_input.hpp"
#include "jni/jni_guard.hpp"

namespace bitvox::jni {

// Hands slices to org.bitvox.GreySliceReceiver.accept(z, pixels), each in an array of its own.
class JavaGreySink final : public GreySink {
 public:
  JavaGreySink(JNIEnv* env, jobject receiver, std::int64_t slice_pixels, PixelType type)
      : env_(env), receiver_(receiver), length_(static_cast<jsize>(slice_pixels)), type_(type) {
    if (receiver == nullptr) {
      throw InvalidInput("receiver is null");
    }
    jclass class_of_receiver = env->GetObjectClass(receiver);
    accept_ = env->GetMethodID(class_of_receiver, "accept", "(ILjava/lang/Object;)V");
    env->DeleteLocalRef(class_of_receiver);
    rethrow_pending(env);
  }

  void write_slice(std::int64_t z, const void* pixels) override {
    jobject array = type_ == PixelType::kUint8 ? static_cast<jobject>(env_->NewByteArray(length_))
                    : type_ == PixelType::kUint16
                        ? static_cast<jobject>(env_->NewShortArray(length_))
                        : static_cast<jobject>(env_->NewFloatArray(length_));
    rethrow_pending(env_);
    set_pixels(env_, array, type_, length_, pixels);
    env_->CallVoidMethod(receiver_, accept_, static_cast<jint>(z), array);
    rethrow_pending(env_);
    env_->DeleteLocalRef(array);
  }

 private:
  JNIEnv* env_;
  jobject receiver_;
  jsize length_;
  PixelType type_;
  jmethodID accept_ = nullptr;
};

}  // namespace bitvox::jni
