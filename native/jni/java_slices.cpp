// SPDX-License-Identifier: BSD-2-Clause
#include "jni/java_slices.hpp"

#include <algorithm>
#include <string>

#include "core/error.hpp"
#include "core/threads/stop_request.hpp"
#include "jni/critical_array.hpp"
#include "jni/java_enum.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_pixels.hpp"
#include "jni/jni_guard.hpp"

namespace bitvox::jni {

namespace {

// Packed in milliseconds; then it is asked whether to go on.
constexpr std::int64_t kPiecePixels = std::int64_t{1} << 24;

// Packs slices on one thread.
class PackingReader final : public VolumeReader {
 public:
  PackingReader(const GlobalRef<jobjectArray>& slices, const Shape& shape,
                const ForegroundRule& rule)
      : env_(thread_env(slices.vm())), slices_(slices.get()), shape_(shape), rule_(rule) {}

  void read_slices(std::int64_t first, std::int64_t count, std::uint64_t* words) override {
    for (std::int64_t z = first; z < first + count; ++z, words += shape_.words_per_slice()) {
      const LocalRef pixels(env_, env_->GetObjectArrayElement(slices_, static_cast<jsize>(z)));
      rethrow_pending(env_);
      pack_java_slice(env_, pixels.get(), rule_, shape_, words);
    }
  }

 private:
  JNIEnv* env_;
  jobjectArray slices_;
  Shape shape_;
  ForegroundRule rule_;
};

}  // namespace

ForegroundRule foreground_rule(JNIEnv* env, jobject foreground) {
  const JavaFields fields(env, foreground, "foreground");
  return {to_enum<ForegroundRule::Kind>(
              fields.env(), fields.get_object("rule", "Lorg/bitvox/Foreground$Rule;"), "rule"),
          fields.get_double("low"), fields.get_double("high")};
}

void pack_java_slice(JNIEnv* env, jobject pixels, const ForegroundRule& rule, const Shape& shape,
                     std::uint64_t* words) {
  const std::int64_t rows = std::max<std::int64_t>(1, kPiecePixels / shape.width);
  for (std::int64_t y = 0; y < shape.height; y += rows) {
    if (stop_requested()) throw Cancelled();
    pack_java_rows(env, pixels, rule, shape, y, std::min(rows, shape.height - y),
                   words + y * shape.words_per_row());
  }
}

void pack_java_rows(JNIEnv* env, jobject pixels, const ForegroundRule& rule, const Shape& shape,
                    std::int64_t first_row, std::int64_t rows, std::uint64_t* words) {
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
    throw UnsuitableImage(kBinaryRequired);
  }
  bool allowed = true;
  {
    const CriticalArray source(env, array, Access::kRead);
    const auto* const bytes = static_cast<const std::uint8_t*>(source.data());
    allowed = pack_slice(bytes + first_row * shape.width * bytes_per_pixel(type), type, rule,
                         {shape.width, rows, 1}, words);
  }
  if (!allowed) {
    throw UnsuitableImage(kBinaryRequired);
  }
}

JavaSlices::JavaSlices(JNIEnv* env, jobjectArray slices, Shape shape, ForegroundRule rule)
    : slices_(env, slices), shape_(shape), rule_(rule) {
  check_shape(shape);
  if (env->GetArrayLength(slices) < shape.depth) {
    throw InvalidInput("the image has " + std::to_string(env->GetArrayLength(slices)) +
                       " slices, " + std::to_string(shape.depth) + " were announced");
  }
}

std::unique_ptr<VolumeReader> JavaSlices::open() const {
  return std::make_unique<PackingReader>(slices_, shape_, rule_);
}

}  // namespace bitvox::jni
