// SPDX-License-Identifier: BSD-2-Clause
#include "jni/java_slice_sink.hpp"

#include "core/error.hpp"
#include "jni/java_pixels.hpp"
#include "jni/jni_guard.hpp"

namespace bitvox::jni {

JavaSliceSink::JavaSliceSink(JNIEnv* env, jobject receiver) : env_(env), receiver_(receiver) {
  if (receiver == nullptr) {
    throw InvalidInput("receiver is null");
  }
  jclass type = env->GetObjectClass(receiver);
  accept_ = env->GetMethodID(type, "accept", "(ILjava/lang/Object;)V");
  env->DeleteLocalRef(type);
  rethrow_pending(env);
}

void JavaSliceSink::write_slice(std::int64_t slice, const void* pixels) {
  jobject array = new_pixels(env_, format_.type, format_.slice_pixels(), pixels);
  env_->CallVoidMethod(receiver_, accept_, static_cast<jint>(slice), array);
  rethrow_pending(env_);
  env_->DeleteLocalRef(array);
}

}  // namespace bitvox::jni
