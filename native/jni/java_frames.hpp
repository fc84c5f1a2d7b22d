// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

#include <mutex>
#include <optional>

#include "core/volumes/grey_volume.hpp"
#include "jni/references.hpp"

namespace bitvox::jni {

// The frames of an org.bitvox.FrameSource, each asked for when it is read: int[] are kInt32, byte[]
// kUint8. Threads take turns in asking, and copy at the same time.
class JavaFrames final : public GreySource {
 public:
  // Asks for the first frame. Throws InvalidInput for null and for frames of other types or sizes.
  JavaFrames(JNIEnv* env, jobject source);

  const Shape& shape() const override { return shape_; }
  PixelType type() const override { return type_; }
  std::unique_ptr<GreyReader> open() const override;

 private:
  class Reader;

  // A local reference of this thread.
  jobject ask(JNIEnv* env, std::int64_t frame) const;
  PixelType check(JNIEnv* env, jobject pixels, std::int64_t frame) const;

  GlobalRef<jobject> source_;
  jmethodID pixels_ = nullptr;
  Shape shape_;
  PixelType type_ = PixelType::kInt32;
  std::optional<GlobalRef<jobject>> first_;
  mutable std::mutex asking_;
};

}  // namespace bitvox::jni
