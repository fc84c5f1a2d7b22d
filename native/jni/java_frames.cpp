// SPDX-License-Identifier: BSD-2-Clause
#include "jni/java_frames.hpp"

#include <string>

#include "core/error.hpp"
#include "jni/java_pixels.hpp"
#include "jni/jni_guard.hpp"

namespace bitvox::jni {
namespace {

bool is_array_of(JNIEnv* env, jobject object, const char* type) {
  const LocalRef wanted(env, env->FindClass(type));
  rethrow_pending(env);
  return env->IsInstanceOf(object, static_cast<jclass>(wanted.get())) == JNI_TRUE;
}

jobject not_null(jobject source) {
  if (source == nullptr) throw InvalidInput("frames is null");
  return source;
}

}  // namespace

// Of one thread, which keeps the frame that it has read last.
class JavaFrames::Reader final : public GreyReader {
 public:
  explicit Reader(const JavaFrames& frames)
      : frames_(frames), env_(thread_env(frames.source_.vm())), pixels_(env_, nullptr) {}

  void read(std::int64_t z, std::int64_t first, std::int64_t count, void* pixels) override {
    if (z != z_) {
      z_ = -1;
      pixels_.reset(frames_.ask(env_, z));
      z_ = z;
    }
    copy_pixels(env_, pixels_.get(), frames_.type_, first, count, pixels);
  }

 private:
  const JavaFrames& frames_;
  JNIEnv* env_;
  std::int64_t z_ = -1;
  LocalRef pixels_;
};

JavaFrames::JavaFrames(JNIEnv* env, jobject source) : source_(env, not_null(source)) {
  const LocalRef type(env, env->GetObjectClass(source));
  const auto number = [&](const char* name) {
    jmethodID method = env->GetMethodID(static_cast<jclass>(type.get()), name, "()I");
    rethrow_pending(env);
    const jint value = env->CallIntMethod(source, method);
    rethrow_pending(env);
    return std::int64_t{value};
  };
  shape_ = {number("width"), number("height"), number("depth")};
  check_shape(shape_);
  pixels_ = env->GetMethodID(static_cast<jclass>(type.get()), "pixels", "(I)Ljava/lang/Object;");
  rethrow_pending(env);
  const LocalRef pixels(env, env->CallObjectMethod(source, pixels_, jint{0}));
  rethrow_pending(env);
  type_ = check(env, pixels.get(), 0);
  first_.emplace(env, pixels.get());
}

std::unique_ptr<GreyReader> JavaFrames::open() const { return std::make_unique<Reader>(*this); }

jobject JavaFrames::ask(JNIEnv* env, std::int64_t frame) const {
  if (frame == 0) return env->NewLocalRef(first_->get());
  const std::lock_guard<std::mutex> lock(asking_);
  jobject pixels = env->CallObjectMethod(source_.get(), pixels_, static_cast<jint>(frame));
  rethrow_pending(env);
  if (check(env, pixels, frame) != type_) {
    throw InvalidInput("frame " + std::to_string(frame + 1) + " is of another type than frame 1");
  }
  return pixels;
}

PixelType JavaFrames::check(JNIEnv* env, jobject pixels, std::int64_t frame) const {
  const std::string name = "frame " + std::to_string(frame + 1);
  if (pixels == nullptr) throw InvalidInput(name + " has no pixels");
  const bool is_rgb = is_array_of(env, pixels, "[I");
  if (!is_rgb && !is_array_of(env, pixels, "[B")) {
    throw InvalidInput(name + " is neither RGB nor of 8 bits");
  }
  const std::int64_t length = env->GetArrayLength(static_cast<jarray>(pixels));
  if (length != slice_pixels()) {
    throw InvalidInput(name + " has " + std::to_string(length) + " pixels, the movie " +
                       std::to_string(shape_.width) + " x " + std::to_string(shape_.height));
  }
  return is_rgb ? PixelType::kInt32 : PixelType::kUint8;
}

}  // namespace bitvox::jni
