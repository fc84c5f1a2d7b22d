// SPDX-License-Identifier: BSD-2-Clause
#include "jni/java_slice_sink.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/threads/parallel.hpp"
#include "jni/java_pixels.hpp"
#include "jni/jni_guard.hpp"
#include "jni/references.hpp"

namespace bitvox::jni {
namespace {

// So much of the Java heap waits for the receiver at most, where several slices are less.
constexpr std::int64_t kMostBytes = std::int64_t{16} << 20;

// Slices that are smaller together are not worth another thread.
constexpr std::int64_t kPartBytes = std::int64_t{1} << 18;

jobjectArray new_objects(JNIEnv* env, std::int64_t count) {
  const LocalRef type(env, env->FindClass("java/lang/Object"));
  rethrow_pending(env);
  jobjectArray objects =
      env->NewObjectArray(static_cast<jsize>(count), static_cast<jclass>(type.get()), nullptr);
  rethrow_pending(env);
  return objects;
}

}  // namespace

JavaSliceSink::JavaSliceSink(JNIEnv* env, jobject receiver) : env_(env), receiver_(receiver) {
  if (receiver == nullptr) {
    throw InvalidInput("receiver is null");
  }
  jclass type = env->GetObjectClass(receiver);
  accept_ = env->GetMethodID(type, "accept", "(ILjava/lang/Object;)V");
  env->DeleteLocalRef(type);
  rethrow_pending(env);
}

void JavaSliceSink::write_slice(std::int64_t slice, const void* pixels) {
  const LocalRef array(env_, new_pixels(env_, format_.type, format_.slice_pixels(), pixels));
  hand_over(slice, array.get());
}

void JavaSliceSink::write_slices(const SliceBatch& batch, int threads) {
  const std::int64_t at_once =
      std::clamp<std::int64_t>(kMostBytes / batch.slice_bytes, 1, batch.count);
  const std::int64_t of_part = std::max<std::int64_t>(1, kPartBytes / batch.slice_bytes);
  if (at_once <= of_part || threads == 1) {
    SliceSink::write_slices(batch, threads);
    return;
  }
  const LocalRef objects(env_, new_objects(env_, at_once));
  const GlobalRef<jobjectArray> arrays(env_, static_cast<jobjectArray>(objects.get()));
  for (std::int64_t begin = 0; begin < batch.count; begin += at_once) {
    const std::int64_t count = std::min(at_once, batch.count - begin);
    NoProgress quick;
    parallel_for((count + of_part - 1) / of_part, threads, quick, [&](std::int64_t part) {
      JNIEnv* const env = thread_env(arrays.vm());
      const std::int64_t end = std::min(count, (part + 1) * of_part);
      for (std::int64_t i = part * of_part; i < end; ++i) {
        const LocalRef array(
            env, new_pixels(env, format_.type, format_.slice_pixels(), batch.slice(begin + i)));
        env->SetObjectArrayElement(arrays.get(), static_cast<jsize>(i), array.get());
      }
    });
    for (std::int64_t i = 0; i < count; ++i) {
      const LocalRef array(env_, env_->GetObjectArrayElement(arrays.get(), static_cast<jsize>(i)));
      hand_over(batch.first + begin + i, array.get());
    }
  }
}

void JavaSliceSink::hand_over(std::int64_t slice, jobject pixels) {
  env_->CallVoidMethod(receiver_, accept_, static_cast<jint>(slice), pixels);
  rethrow_pending(env_);
}

}  // namespace bitvox::jni
