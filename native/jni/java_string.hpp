// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

#include <string>

#include "core/error.hpp"
#include "jni/jni_guard.hpp"

namespace bitvox::jni {

inline std::string to_string(JNIEnv* env, jstring text, const char* what) {
  if (text == nullptr) {
    throw InvalidInput(std::string(what) + " is null");
  }
  const char* chars = env->GetStringUTFChars(text, nullptr);
  rethrow_pending(env);
  std::string copy(chars);
  env->ReleaseStringUTFChars(text, chars);
  return copy;
}

}  // namespace bitvox::jni
