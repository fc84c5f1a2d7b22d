// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "jni/java_numbers.hpp"
#include "jni/jni_guard.hpp"

namespace bitvox::jni {

// Copies of Java's arrays of numbers, and the way back. All throw InvalidInput("WHAT is null").
inline jsize length_of(JNIEnv* env, jarray array, const char* what) {
  if (array == nullptr) throw InvalidInput(std::string(what) + " is null");
  return env->GetArrayLength(array);
}

inline std::vector<std::int32_t> ints_of(JNIEnv* env, jintArray array, const char* what) {
  const jsize length = length_of(env, array, what);
  std::vector<std::int32_t> values(static_cast<std::size_t>(length));
  env->GetIntArrayRegion(array, 0, length, jints(values.data()));
  rethrow_pending(env);
  return values;
}

inline std::vector<std::int64_t> longs_of(JNIEnv* env, jlongArray array, const char* what) {
  const jsize length = length_of(env, array, what);
  std::vector<std::int64_t> values(static_cast<std::size_t>(length));
  env->GetLongArrayRegion(array, 0, length, jlongs(values.data()));
  rethrow_pending(env);
  return values;
}

inline std::vector<double> doubles_of(JNIEnv* env, jdoubleArray array, const char* what) {
  const jsize length = length_of(env, array, what);
  std::vector<double> values(static_cast<std::size_t>(length));
  env->GetDoubleArrayRegion(array, 0, length, values.data());
  rethrow_pending(env);
  return values;
}

inline jdoubleArray array_of(JNIEnv* env, const std::vector<double>& values) {
  const auto length = static_cast<jsize>(values.size());
  jdoubleArray array = env->NewDoubleArray(length);
  rethrow_pending(env);
  env->SetDoubleArrayRegion(array, 0, length, values.data());
  return array;
}

inline std::string bytes_of(JNIEnv* env, jbyteArray array, const char* what) {
  const jsize length = length_of(env, array, what);
  std::string bytes(static_cast<std::size_t>(length), ' ');
  env->GetByteArrayRegion(array, 0, length, reinterpret_cast<jbyte*>(bytes.data()));
  rethrow_pending(env);
  return bytes;
}

// A file's name in the bytes of the system.
inline std::string path_of(JNIEnv* env, jbyteArray array) { return bytes_of(env, array, "file"); }

// The same of several.
inline std::vector<std::string> paths_of(JNIEnv* env, jobjectArray array, const char* what) {
  std::vector<std::string> paths;
  const jsize count = length_of(env, array, what);
  for (jsize i = 0; i < count; ++i) {
    auto* const path = static_cast<jbyteArray>(env->GetObjectArrayElement(array, i));
    rethrow_pending(env);
    paths.push_back(path_of(env, path));
    env->DeleteLocalRef(path);
  }
  return paths;
}

}  // namespace bitvox::jni
