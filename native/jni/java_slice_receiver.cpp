// SPDX-License-Identifier: BSD-2-Clause
#include "jni/java_slice_receiver.hpp"

#include "jni/jni_guard.hpp"

namespace bitvox::jni {

JavaSliceReceiver::JavaSliceReceiver(JNIEnv* env, jobject receiver, std::int64_t slice_voxels)
    : env_(env), receiver_(receiver), length_(static_cast<jsize>(slice_voxels)) {
  jclass type = env->GetObjectClass(receiver);
  accept_ = env->GetMethodID(type, "accept", "(I[S)V");
  env->DeleteLocalRef(type);
  rethrow_pending(env);
}

void JavaSliceReceiver::accept(std::int64_t z, const std::uint16_t* pixels) {
  jshortArray array = env_->NewShortArray(length_);
  rethrow_pending(env_);
  env_->SetShortArrayRegion(array, 0, length_, reinterpret_cast<const jshort*>(pixels));
  env_->CallVoidMethod(receiver_, accept_, static_cast<jint>(z), array);
  rethrow_pending(env_);
  env_->DeleteLocalRef(array);
}

}  // namespace bitvox::jni
