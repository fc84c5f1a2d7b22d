// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

#include <new>
#include <stdexcept>

#include "jni/thread_env.hpp"

namespace bitvox::jni {

// A local reference, freed at the end of the scope.
class LocalRef {
 public:
  LocalRef(JNIEnv* env, jobject object) : env_(env), object_(object) {}
  ~LocalRef() { env_->DeleteLocalRef(object_); }
  LocalRef(const LocalRef&) = delete;
  LocalRef& operator=(const LocalRef&) = delete;

  jobject get() const { return object_; }
  void reset(jobject object) {
    env_->DeleteLocalRef(object_);
    object_ = object;
  }

 private:
  JNIEnv* env_;
  jobject object_;
};

// Frees all local references that are made until the end of the scope: for loops of any length.
class LocalFrame {
 public:
  LocalFrame(JNIEnv* env, jint capacity) : env_(env) {
    if (env->PushLocalFrame(capacity) != JNI_OK) {
      env->ExceptionClear();
      throw std::bad_alloc();
    }
  }
  ~LocalFrame() { env_->PopLocalFrame(nullptr); }
  LocalFrame(const LocalFrame&) = delete;
  LocalFrame& operator=(const LocalFrame&) = delete;

 private:
  JNIEnv* env_;
};

// A reference that every thread may use, and free.
template <class T>
class GlobalRef {
 public:
  GlobalRef(JNIEnv* env, T object) {
    if (env->GetJavaVM(&vm_) != JNI_OK) {
      throw std::runtime_error("the Java VM does not answer");
    }
    object_ = static_cast<T>(env->NewGlobalRef(object));
    if (object_ == nullptr) {
      throw std::bad_alloc();
    }
  }
  ~GlobalRef() {
    try {
      thread_env(vm_)->DeleteGlobalRef(object_);
    } catch (const std::runtime_error&) {  // the JVM is gone, and the object with it
    }
  }
  GlobalRef(const GlobalRef&) = delete;
  GlobalRef& operator=(const GlobalRef&) = delete;

  JavaVM* vm() const { return vm_; }
  T get() const { return object_; }

 private:
  JavaVM* vm_ = nullptr;
  T object_ = nullptr;
};

}  // namespace bitvox::jni
