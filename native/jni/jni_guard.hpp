// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

#include <exception>
#include <utility>

namespace bitvox::jni {

// A JNI call left a Java exception pending; unwind and let Java see it.
class JavaExceptionPending : public std::exception {};

inline void rethrow_pending(JNIEnv* env) {
  if (env->ExceptionCheck()) {
    throw JavaExceptionPending();
  }
}

// Turns the C++ exception in flight into a Java one. The one place that maps them.
void throw_in_java(JNIEnv* env) noexcept;

// Every native method is one guarded() call: no C++ exception reaches the JVM.
template <class Result, class Body>
Result guarded(JNIEnv* env, Result on_error, Body&& body) noexcept {
  try {
    return std::forward<Body>(body)();
  } catch (...) {
    throw_in_java(env);
    return on_error;
  }
}

// The same for methods that return nothing.
template <class Body>
void guarded(JNIEnv* env, Body&& body) noexcept {
  try {
    std::forward<Body>(body)();
  } catch (...) {
    throw_in_java(env);
  }
}

}  // namespace bitvox::jni
