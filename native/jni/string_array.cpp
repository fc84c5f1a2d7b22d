// SPDX-License-Identifier: BSD-2-Clause
#include "jni/string_array.hpp"

#include "jni/jni_guard.hpp"

namespace bitvox::jni {

jobjectArray new_string_array(JNIEnv* env, const std::vector<std::string>& texts) {
  jclass type = env->FindClass("java/lang/String");
  rethrow_pending(env);
  jobjectArray array = env->NewObjectArray(static_cast<jsize>(texts.size()), type, nullptr);
  env->DeleteLocalRef(type);
  rethrow_pending(env);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    set_string(env, array, static_cast<int>(i), texts[i]);
  }
  return array;
}

void set_string(JNIEnv* env, jobjectArray array, int index, const std::string& text) {
  jstring value = env->NewStringUTF(text.c_str());
  rethrow_pending(env);
  env->SetObjectArrayElement(array, index, value);
  env->DeleteLocalRef(value);
  rethrow_pending(env);
}

}  // namespace bitvox::jni
