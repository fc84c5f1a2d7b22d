// SPDX-License-Identifier: BSD-2-Clause
#include "jni/java_pixels.hpp"

#include <optional>

#include "core/error.hpp"
#include "jni/jni_guard.hpp"

namespace bitvox::jni {
namespace {

// The classes of pixel arrays. They belong to the JVM itself and are never unloaded.
class PixelClasses {
 public:
  explicit PixelClasses(JNIEnv* env)
      : bytes_(env, find(env, "[B")),
        shorts_(env, find(env, "[S")),
        floats_(env, find(env, "[F")) {}

  std::optional<PixelType> type_of(JNIEnv* env, jobject pixels) const {
    if (env->IsInstanceOf(pixels, bytes_.get())) return PixelType::kUint8;
    if (env->IsInstanceOf(pixels, shorts_.get())) return PixelType::kUint16;
    if (env->IsInstanceOf(pixels, floats_.get())) return PixelType::kFloat32;
    return std::nullopt;
  }

 private:
  static jclass find(JNIEnv* env, const char* name) {
    jclass type = env->FindClass(name);
    rethrow_pending(env);
    return type;
  }

  GlobalRef<jclass> bytes_;
  GlobalRef<jclass> shorts_;
  GlobalRef<jclass> floats_;
};

// Looked up by the first native method that meets pixels, and kept.
const PixelClasses& pixel_classes(JNIEnv* env) {
  static const PixelClasses* const classes = new PixelClasses(env);
  return *classes;
}

jobject new_array(JNIEnv* env, PixelType type, jsize length) {
  switch (type) {
    case PixelType::kUint8:
      return env->NewByteArray(length);
    case PixelType::kUint16:
      return env->NewShortArray(length);
    case PixelType::kInt32:
      return env->NewIntArray(length);
    case PixelType::kFloat32:
      break;
  }
  return env->NewFloatArray(length);
}

}  // namespace

PixelType pixel_type(JNIEnv* env, jobject pixels) {
  const std::optional<PixelType> type =
      pixels == nullptr ? std::nullopt : pixel_classes(env).type_of(env, pixels);
  if (!type) {
    throw InvalidInput(kGreyRequired);
  }
  return *type;
}

void copy_pixels(JNIEnv* env, jobject array, PixelType type, std::int64_t first, std::int64_t count,
                 void* pixels) {
  const auto start = static_cast<jsize>(first);
  const auto length = static_cast<jsize>(count);
  switch (type) {
    case PixelType::kUint8:
      env->GetByteArrayRegion(static_cast<jbyteArray>(array), start, length,
                              static_cast<jbyte*>(pixels));
      break;
    case PixelType::kUint16:
      env->GetShortArrayRegion(static_cast<jshortArray>(array), start, length,
                               static_cast<jshort*>(pixels));
      break;
    case PixelType::kInt32:
      env->GetIntArrayRegion(static_cast<jintArray>(array), start, length,
                             static_cast<jint*>(pixels));
      break;
    case PixelType::kFloat32:
      env->GetFloatArrayRegion(static_cast<jfloatArray>(array), start, length,
                               static_cast<jfloat*>(pixels));
      break;
  }
  rethrow_pending(env);
}

void set_pixels(JNIEnv* env, jobject array, PixelType type, std::int64_t count,
                const void* pixels) {
  const auto length = static_cast<jsize>(count);
  switch (type) {
    case PixelType::kUint8:
      env->SetByteArrayRegion(static_cast<jbyteArray>(array), 0, length,
                              static_cast<const jbyte*>(pixels));
      break;
    case PixelType::kUint16:
      env->SetShortArrayRegion(static_cast<jshortArray>(array), 0, length,
                               static_cast<const jshort*>(pixels));
      break;
    case PixelType::kInt32:
      env->SetIntArrayRegion(static_cast<jintArray>(array), 0, length,
                             static_cast<const jint*>(pixels));
      break;
    case PixelType::kFloat32:
      env->SetFloatArrayRegion(static_cast<jfloatArray>(array), 0, length,
                               static_cast<const jfloat*>(pixels));
      break;
  }
  rethrow_pending(env);
}

jobject new_pixels(JNIEnv* env, PixelType type, std::int64_t count, const void* pixels) {
  jobject array = new_array(env, type, static_cast<jsize>(count));
  rethrow_pending(env);
  set_pixels(env, array, type, count, pixels);
  return array;
}

}  // namespace bitvox::jni
