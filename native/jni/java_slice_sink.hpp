// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

#include <optional>

#include "core/volumes/slice_sink.hpp"

namespace bitvox::jni {

// Hands slices to org.bitvox.SliceReceiver.accept(slice, pixels) on the caller's thread, each in an
// array of its own: byte[], short[], int[] or float[]. The JVM clears a new array, which takes as
// long as filling it: of a batch each thread takes a slice and fills it while it is in its cache.
class JavaSliceSink final : public SliceSink {
 public:
  // Throws InvalidInput for null.
  JavaSliceSink(JNIEnv* env, jobject receiver);

  void begin(const SliceFormat& format) override { format_ = format; }
  void write_slice(std::int64_t slice, const void* pixels) override;
  void write_slices(const SliceBatch& batch, int threads) override;

 private:
  void hand_over(std::int64_t slice, jobject pixels);

  JNIEnv* env_;
  jobject receiver_;
  jmethodID accept_ = nullptr;
  SliceFormat format_;
};

// The same for a receiver that may be null: nobody wants the slices then, and neither does get().
class OptionalSliceSink {
 public:
  OptionalSliceSink(JNIEnv* env, jobject receiver) {
    if (receiver != nullptr) sink_.emplace(env, receiver);
  }
  SliceSink* get() { return sink_ ? &*sink_ : nullptr; }

 private:
  std::optional<JavaSliceSink> sink_;
};

}  // namespace bitvox::jni
