// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

#include <stdexcept>

namespace bitvox::jni {

// The JNIEnv of the current thread. A pool thread is attached to the JVM as a daemon for the
// lifetime of this object; a thread that Java knows already is left as it is.
class AttachedThread {
 public:
  explicit AttachedThread(JavaVM* vm) : vm_(vm) {
    void* env = nullptr;
    if (vm->GetEnv(&env, JNI_VERSION_1_8) == JNI_EDETACHED) {
      if (vm->AttachCurrentThreadAsDaemon(&env, nullptr) != JNI_OK) {
        throw std::runtime_error("the Java VM takes no more threads");
      }
      attached_ = true;
    }
    env_ = static_cast<JNIEnv*>(env);
  }
  ~AttachedThread() {
    if (attached_) {
      vm_->DetachCurrentThread();
    }
  }
  AttachedThread(const AttachedThread&) = delete;
  AttachedThread& operator=(const AttachedThread&) = delete;

  JNIEnv* env() const { return env_; }

 private:
  JavaVM* vm_;
  JNIEnv* env_ = nullptr;
  bool attached_ = false;
};

}  // namespace bitvox::jni
