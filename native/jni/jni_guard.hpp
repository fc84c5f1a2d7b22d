// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

#include <exception>
#include <memory>
#include <utility>

#include "jni/references.hpp"

namespace bitvox::jni {

// A JNI call threw a Java exception, on this thread or on one of the pool. It is taken along, so
// that the caller gets that very exception from the thread that entered.
class JavaException : public std::exception {
 public:
  // Takes the pending one.
  explicit JavaException(JNIEnv* env);

  void throw_again(JNIEnv* env) const noexcept { env->Throw(thrown_->get()); }

 private:
  std::shared_ptr<const GlobalRef<jthrowable>> thrown_;
};

inline void rethrow_pending(JNIEnv* env) {
  if (env->ExceptionCheck()) {
    throw JavaException(env);
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
