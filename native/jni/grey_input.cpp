// SPDX-License-Identifier: BSD-2-Clause
#include "jni/grey_input.hpp"

#include "core/error.hpp"
#include "jni/attached_thread.hpp"
#include "jni/handle.hpp"
#include "jni/java_fields.hpp"
#include "jni/jni_guard.hpp"

namespace bitvox::jni {
namespace {

bool is_instance(JNIEnv* env, jobject object, const char* class_name) {
  jclass type = env->FindClass(class_name);  // an array of primitives: any class loader finds it
  rethrow_pending(env);
  const bool matches = env->IsInstanceOf(object, type) == JNI_TRUE;
  env->DeleteLocalRef(type);
  return matches;
}

// Reads slices on one thread, which it attaches to the JVM for its lifetime.
class JavaReader final : public GreyReader {
 public:
  JavaReader(JavaVM* vm, jobjectArray slices, PixelType type)
      : thread_(vm), slices_(slices), type_(type) {}
  ~JavaReader() override { thread_.env()->DeleteLocalRef(pixels_); }
  JavaReader(const JavaReader&) = delete;
  JavaReader& operator=(const JavaReader&) = delete;

  void read(std::int64_t z, std::int64_t first, std::int64_t count, void* pixels) override {
    JNIEnv* const env = thread_.env();
    if (z != z_) {
      env->DeleteLocalRef(pixels_);
      pixels_ = env->GetObjectArrayElement(slices_, static_cast<jsize>(z));
      rethrow_pending(env);
      z_ = z;
    }
    copy_pixels(env, pixels_, type_, first, count, pixels);
  }

 private:
  AttachedThread thread_;
  jobjectArray slices_;
  PixelType type_;
  std::int64_t z_ = -1;
  jobject pixels_ = nullptr;
};

// To be made and destroyed on the thread of one native call. Java has checked that all slices have
// one type and size.
class JavaGreySlices final : public GreySource {
 public:
  JavaGreySlices(JNIEnv* env, jobjectArray slices, Shape shape) : env_(env), shape_(shape) {
    check_shape(shape);
    if (env->GetArrayLength(slices) < shape.depth) {
      throw InvalidInput("the image has too few slices");
    }
    for (std::int64_t z = 0; z < shape.depth; ++z) {
      jobject pixels = env->GetObjectArrayElement(slices, static_cast<jsize>(z));
      const PixelType type = pixel_type(env, pixels);
      if (env->GetArrayLength(static_cast<jarray>(pixels)) != slice_pixels() ||
          (z > 0 && type != type_)) {
        throw InvalidInput("slice and volume differ in size or type");
      }
      type_ = type;
      env->DeleteLocalRef(pixels);
    }
    if (env->GetJavaVM(&vm_) != JNI_OK) {
      throw std::runtime_error("the Java VM does not answer");
    }
    slices_ = static_cast<jobjectArray>(env->NewGlobalRef(slices));
    if (slices_ == nullptr) {
      throw std::bad_alloc();
    }
  }
  ~JavaGreySlices() override { env_->DeleteGlobalRef(slices_); }
  JavaGreySlices(const JavaGreySlices&) = delete;
  JavaGreySlices& operator=(const JavaGreySlices&) = delete;

  const Shape& shape() const override { return shape_; }
  PixelType type() const override { return type_; }
  std::unique_ptr<GreyReader> open() const override {
    return std::make_unique<JavaReader>(vm_, slices_, type_);
  }

 private:
  JNIEnv* env_;
  JavaVM* vm_ = nullptr;
  jobjectArray slices_ = nullptr;  // a global reference: other threads use it
  Shape shape_;
  PixelType type_ = PixelType::kUint8;
};

}  // namespace

PixelType pixel_type(JNIEnv* env, jobject pixels) {
  if (pixels != nullptr) {
    if (is_instance(env, pixels, "[B")) return PixelType::kUint8;
    if (is_instance(env, pixels, "[S")) return PixelType::kUint16;
    if (is_instance(env, pixels, "[F")) return PixelType::kFloat32;
  }
  throw InvalidInput("8-, 16- or 32-bit grey image required.");
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
    case PixelType::kFloat32:
      env->SetFloatArrayRegion(static_cast<jfloatArray>(array), 0, length,
                               static_cast<const jfloat*>(pixels));
      break;
  }
  rethrow_pending(env);
}

GreyInput::GreyInput(JNIEnv* env, jobject input) {
  if (input == nullptr) {
    throw InvalidInput("input is null");
  }
  JavaFields fields(env, input);
  const jlong handle = fields.get_long("handle");
  if (handle != 0) {
    source_ = &from_handle<GreyVolume>(handle);
    return;
  }
  auto* const slices =
      static_cast<jobjectArray>(fields.get_object("slices", "[Ljava/lang/Object;"));
  if (slices == nullptr) {
    throw InvalidInput("the image has no slices");
  }
  slices_ = std::make_unique<JavaGreySlices>(
      env, slices,
      Shape{fields.get_int("width"), fields.get_int("height"), fields.get_int("depth")});
  source_ = slices_.get();
}

}  // namespace bitvox::jni
