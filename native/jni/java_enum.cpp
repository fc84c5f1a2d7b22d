// SPDX-License-Identifier: BSD-2-Clause
#include "jni/java_enum.hpp"

#include <string>

#include "core/error.hpp"
#include "jni/java_string.hpp"
#include "jni/jni_guard.hpp"

namespace bitvox::jni {

std::size_t constant_index(JNIEnv* env, jobject constant, std::span<const char* const> names) {
  if (constant == nullptr) {
    throw InvalidInput("an option is null");
  }
  jclass type = env->GetObjectClass(constant);
  jmethodID name = env->GetMethodID(type, "name", "()Ljava/lang/String;");
  env->DeleteLocalRef(type);
  rethrow_pending(env);
  auto* const text = static_cast<jstring>(env->CallObjectMethod(constant, name));
  rethrow_pending(env);
  const std::string found = to_string(env, text, "the name of an option");
  env->DeleteLocalRef(text);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (found == names[i]) {
      return i;
    }
  }
  throw InvalidInput("unknown option " + found);
}

}  // namespace bitvox::jni
