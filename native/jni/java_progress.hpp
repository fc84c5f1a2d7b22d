// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

#include "core/error.hpp"
#include "core/progress.hpp"
#include "jni/jni_guard.hpp"

namespace bitvox::jni {

// Calls org.bitvox.ProgressListener.keepGoing(done, total) on the caller's thread.
class JavaProgress final : public Progress {
 public:
  JavaProgress(JNIEnv* env, jobject listener) : env_(env), listener_(listener) {
    if (listener == nullptr) {
      throw InvalidInput("listener is null");
    }
    jclass type = env->GetObjectClass(listener);
    keep_going_ = env->GetMethodID(type, "keepGoing", "(JJ)Z");
    env->DeleteLocalRef(type);
    rethrow_pending(env);
  }

  void report(std::int64_t done, std::int64_t total) override {
    const jboolean go = env_->CallBooleanMethod(listener_, keep_going_, static_cast<jlong>(done),
                                                static_cast<jlong>(total));
    rethrow_pending(env_);
    if (go == JNI_FALSE) {
      throw Cancelled();
    }
  }

 private:
  JNIEnv* env_;
  jobject listener_;
  jmethodID keep_going_ = nullptr;
};

}  // namespace bitvox::jni
