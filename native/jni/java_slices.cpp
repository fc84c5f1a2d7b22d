// SPDX-License-Identifier: BSD-2-Clause
#include "jni/java_slices.hpp"

#include <string>

#include "core/error.hpp"
#include "jni/attached_thread.hpp"
#include "jni/critical_array.hpp"
#include "jni/grey_input.hpp"
#include "jni/jni_guard.hpp"

namespace bitvox::jni {
ForegroundRule foreground_rule(jint rule, jdouble low, jdouble high) {
  if (rule == 0) {
    return {};
  }
  return {ForegroundRule::Kind::kRange, low, high};
}

void pack_java_slice(JNIEnv* env, jobject pixels, const ForegroundRule& rule, const Shape& shape,
                     std::uint64_t* words) {
  if (pixels == nullptr) {
    throw InvalidInput("a slice has no pixels");
  }
  const PixelType type = pixel_type(env, pixels);
  auto* const array = static_cast<jarray>(pixels);
  const std::int64_t length = env->GetArrayLength(array);
  if (length != shape.width * shape.height) {
    throw InvalidInput("a slice has " + std::to_string(length) + " pixels, the volume " +
                       std::to_string(shape.width) + " x " + std::to_string(shape.height));
  }
  if (rule.kind == ForegroundRule::Kind::kBinary && type != PixelType::kUint8) {
    throw InvalidInput(kBinaryRequired);
  }
  bool allowed = true;
  {
    const CriticalArray source(env, array, Access::kRead);
    allowed = pack_slice(source.data(), type, rule, shape, words);
  }
  if (!allowed) {
    throw InvalidInput(kBinaryRequired);
  }
}

JavaSlices::JavaSlices(JNIEnv* env, jobjectArray slices, Shape shape, ForegroundRule rule)
    : env_(env), slices_(nullptr), shape_(shape), rule_(rule) {
  check_shape(shape);
  if (env->GetArrayLength(slices) < shape.depth) {
    throw InvalidInput("the image has " + std::to_string(env->GetArrayLength(slices)) +
                       " slices, " + std::to_string(shape.depth) + " were announced");
  }
  if (env->GetJavaVM(&vm_) != JNI_OK) {
    throw std::runtime_error("the Java VM does not answer");
  }
  slices_ = static_cast<jobjectArray>(env->NewGlobalRef(slices));
  if (slices_ == nullptr) {
    throw std::bad_alloc();
  }
}

JavaSlices::~JavaSlices() { env_->DeleteGlobalRef(slices_); }

void JavaSlices::read_slices(std::int64_t first, std::int64_t count, std::uint64_t* words) const {
  const AttachedThread thread(vm_);
  JNIEnv* const env = thread.env();
  for (std::int64_t z = first; z < first + count; ++z, words += shape_.words_per_slice()) {
    jobject pixels = env->GetObjectArrayElement(slices_, static_cast<jsize>(z));
    pack_java_slice(env, pixels, rule_, shape_, words);
    env->DeleteLocalRef(pixels);
  }
}

}  // namespace bitvox::jni
