// SPDX-License-Identifier: BSD-2-Clause
#include "jni/java_enum.hpp"

#include <algorithm>
#include <string>

#include "core/error.hpp"
#include "jni/java_string.hpp"
#include "jni/jni_guard.hpp"
#include "jni/references.hpp"

namespace bitvox::jni {
namespace {

std::string name_of(JNIEnv* env, jobject constant) {
  const LocalRef type(env, env->GetObjectClass(constant));
  jmethodID name =
      env->GetMethodID(static_cast<jclass>(type.get()), "name", "()Ljava/lang/String;");
  rethrow_pending(env);
  const LocalRef text(env, env->CallObjectMethod(constant, name));
  rethrow_pending(env);
  return to_string(env, static_cast<jstring>(text.get()), "the name of an option");
}

}  // namespace

std::size_t constant_index(JNIEnv* env, jobject constant,
                           std::span<const std::string_view> enumerators, std::string_view what) {
  if (constant == nullptr) throw InvalidInput(std::string(what) + " is null");
  const std::string found = name_of(env, constant);
  const auto same = std::find_if(enumerators.begin(), enumerators.end(),
                                 [&](auto name) { return java_constant(name) == found; });
  if (same == enumerators.end()) {
    throw InvalidInput(std::string(what) + " cannot be " + found);
  }
  return static_cast<std::size_t>(same - enumerators.begin());
}

}  // namespace bitvox::jni
