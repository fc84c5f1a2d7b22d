// SPDX-License-Identifier: BSD-2-Clause
#include "jni/grey_input.hpp"

#include "core/error.hpp"
#include "jni/handle.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_pixels.hpp"
#include "jni/jni_guard.hpp"

namespace bitvox::jni {
namespace {

constexpr const char* kDifferentSlices = "slice and volume differ in size or type";

// Reads slices on one thread.
class JavaGreyReader final : public GreyReader {
 public:
  JavaGreyReader(const GlobalRef<jobjectArray>& slices, PixelType type)
      : env_(thread_env(slices.vm())), slices_(slices.get()), type_(type), pixels_(env_, nullptr) {}

  void read(std::int64_t z, std::int64_t first, std::int64_t count, void* pixels) override {
    if (z != z_) {
      pixels_.reset(env_->GetObjectArrayElement(slices_, static_cast<jsize>(z)));
      rethrow_pending(env_);
      if (pixel_type(env_, pixels_.get()) != type_) {
        throw InvalidInput(kDifferentSlices);
      }
      z_ = z;
    }
    copy_pixels(env_, pixels_.get(), type_, first, count, pixels);
  }

 private:
  JNIEnv* env_;
  jobjectArray slices_;
  PixelType type_;
  std::int64_t z_ = -1;
  LocalRef pixels_;
};

class JavaGreySlices final : public GreySource {
 public:
  JavaGreySlices(JNIEnv* env, jobjectArray slices, Shape shape)
      : slices_(env, slices), shape_(shape) {
    check_shape(shape);
    if (env->GetArrayLength(slices) < shape.depth) {
      throw InvalidInput("the image has too few slices");
    }
    for (std::int64_t z = 0; z < shape.depth; ++z) {
      const LocalRef pixels(env, env->GetObjectArrayElement(slices, static_cast<jsize>(z)));
      const PixelType type = pixel_type(env, pixels.get());
      if (env->GetArrayLength(static_cast<jarray>(pixels.get())) != slice_pixels() ||
          (z > 0 && type != type_)) {
        throw InvalidInput(kDifferentSlices);
      }
      type_ = type;
    }
  }

  const Shape& shape() const override { return shape_; }
  PixelType type() const override { return type_; }
  std::unique_ptr<GreyReader> open() const override {
    return std::make_unique<JavaGreyReader>(slices_, type_);
  }

 private:
  GlobalRef<jobjectArray> slices_;
  Shape shape_;
  PixelType type_ = PixelType::kUint8;
};

}  // namespace

GreyInput::GreyInput(JNIEnv* env, jobject input) {
  const JavaFields fields(env, input, "input");
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
  const JavaFields shape(env, fields.get_object("shape", "Lorg/bitvox/GreyImage;"), "shape");
  slices_ = std::make_unique<JavaGreySlices>(env, slices, get_shape(shape));
  source_ = slices_.get();
}

}  // namespace bitvox::jni
