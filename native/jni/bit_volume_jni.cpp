// SPDX-License-Identifier: BSD-2-Clause
#include <numeric>
#include <string>

#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "core/threads/parallel.hpp"
#include "core/volumes/bit_volume.hpp"
#include "core/volumes/packing.hpp"
#include "cpu/packing_rows.hpp"
#include "jni/critical_array.hpp"
#include "jni/handle.hpp"
#include "jni/java_enum.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slices.hpp"
#include "jni/jni_guard.hpp"
#include "org_bitvox_BitVolume.h"

using bitvox::BitVolume;
using bitvox::InvalidInput;
using bitvox::Shape;
using namespace bitvox::jni;

namespace bitvox::jni {

enum class Content { kBackground, kAny };

}  // namespace bitvox::jni

namespace {

void check_slice_index(const Shape& shape, jint z) {
  if (z < 0 || z >= shape.depth) {
    throw InvalidInput("slice " + std::to_string(z) + " is not one of 0 to " +
                       std::to_string(shape.depth - 1));
  }
}

}  // namespace

JNIEXPORT jlong JNICALL Java_org_bitvox_BitVolume_create(JNIEnv* env, jclass, jobject size,
                                                         jobject content) {
  return guarded(env, jlong{0}, [&] {
    const Shape shape = get_shape(JavaFields(env, size, "size"));
    bitvox::check_shape(shape);
    const std::int64_t bytes = shape.word_count() * std::int64_t{sizeof(std::uint64_t)};
    bitvox::require_memory({"the volume", "Crop the image."}, bitvox::host_memory(), bytes);
    return to_handle(to_enum<Content>(env, content, "content") == Content::kAny
                         ? new BitVolume(BitVolume::unset(shape))
                         : new BitVolume(shape));
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_BitVolume_destroy(JNIEnv* env, jclass, jlong handle) {
  guarded(env, [&] { delete &from_handle<BitVolume>(handle); });
}

JNIEXPORT void JNICALL Java_org_bitvox_BitVolume_packRows(JNIEnv* env, jclass, jlong handle, jint z,
                                                          jint slices, jint first, jint rows,
                                                          jobject pixels, jobject foreground) {
  guarded(env, [&] {
    auto& volume = from_handle<BitVolume>(handle);
    const Shape& shape = volume.shape();
    check_slice_index(shape, z);
    const Shape given{shape.width, shape.height * slices, 1};
    if (slices < 1 || slices > shape.depth - z || first < 0 || rows < 0 ||
        first > given.height - rows) {
      throw InvalidInput("a slice has no such rows");
    }
    pack_java_rows(env, pixels, foreground_rule(env, foreground), given, first, rows,
                   volume.slice(z) + first * shape.words_per_row());
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_BitVolume_unpackSlices(JNIEnv* env, jclass, jlong handle,
                                                              jint z, jint slices, jobject before,
                                                              jbyteArray pixels) {
  guarded(env, [&] {
    const auto& volume = from_handle<BitVolume>(handle);
    const Shape& shape = volume.shape();
    check_slice_index(shape, z);
    const Shape wanted{shape.width, shape.height * slices, 1};
    if (slices < 1 || slices > shape.depth - z || pixels == nullptr ||
        env->GetArrayLength(pixels) != wanted.voxel_count()) {
      throw InvalidInput("slice and volume differ in size");
    }
    const auto pixels_before = to_enum<bitvox::PixelsBefore>(env, before, "before");
    const CriticalArray target(env, pixels, Access::kWrite);
    bitvox::unpack_slice(volume.slice(z), wanted, pixels_before,
                         static_cast<std::uint8_t*>(target.data()));
  });
}

JNIEXPORT jlong JNICALL Java_org_bitvox_BitVolume_countForeground(JNIEnv* env, jclass, jlong handle,
                                                                  jint threads, jobject listener) {
  return guarded(env, jlong{-1}, [&] {
    const auto& volume = from_handle<BitVolume>(handle);
    std::vector<std::int64_t> in_slice(static_cast<std::size_t>(volume.shape().depth));
    JavaProgress progress(env, listener);
    bitvox::parallel_for(
        volume.shape().depth, bitvox::thread_count(threads), progress, [&](std::int64_t z) {
          in_slice[static_cast<std::size_t>(z)] =
              bitvox::packing_rows().count_bits(volume.slice(z), volume.shape().words_per_slice());
        });
    return jlong{std::accumulate(in_slice.begin(), in_slice.end(), std::int64_t{0})};
  });
}
