// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

#include <new>

namespace bitvox::jni {

enum class Access : jint { kRead = JNI_ABORT, kWrite = 0 };

// Pins a primitive array while one slice is copied or packed. While one is alive: no JNI call, no
// lock, no kernel, nothing that can block (G1 before JDK 22 stops collecting meanwhile).
class CriticalArray {
 public:
  CriticalArray(JNIEnv* env, jarray array, Access access)
      : env_(env), array_(array), access_(access) {
    data_ = env->GetPrimitiveArrayCritical(array, nullptr);
    if (data_ == nullptr) {
      throw std::bad_alloc();
    }
  }
  ~CriticalArray() {
    env_->ReleasePrimitiveArrayCritical(array_, data_, static_cast<jint>(access_));
  }
  CriticalArray(const CriticalArray&) = delete;
  CriticalArray& operator=(const CriticalArray&) = delete;

  void* data() const { return data_; }

 private:
  JNIEnv* env_;
  jarray array_;
  Access access_;
  void* data_ = nullptr;
};

}  // namespace bitvox::jni
