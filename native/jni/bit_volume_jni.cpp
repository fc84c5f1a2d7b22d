// SPDX-License-Identifier: BSD-2-Clause
#include <numeric>
#include <string>

#include "core/bit_volume.hpp"
#include "core/error.hpp"
#include "core/memory.hpp"
#include "core/packing.hpp"
#include "core/parallel.hpp"
#include "cpu/packing_rows.hpp"
#include "jni/critical_array.hpp"
#include "jni/handle.hpp"
#include "jni/java_slices.hpp"
#include "jni/jni_guard.hpp"
#include "org_bitvox_BitVolume.h"

using bitvox::BitVolume;
using bitvox::InvalidInput;
using bitvox::Shape;
using namespace bitvox::jni;

namespace {

void check_slice_index(const Shape& shape, jint z) {
  if (z < 0 || z >= shape.depth) {
    throw InvalidInput("slice " + std::to_string(z) + " is not one of 0 to " +
                       std::to_string(shape.depth - 1));
  }
}

}  // namespace

JNIEXPORT jlong JNICALL Java_org_bitvox_BitVolume_create(JNIEnv* env, jclass, jint width,
                                                         jint height, jint depth) {
  return guarded(env, jlong{0}, [&] {
    const Shape shape{width, height, depth};
    bitvox::check_shape(shape);
    const std::int64_t bytes = shape.word_count() * std::int64_t{sizeof(std::uint64_t)};
    const std::int64_t available = bitvox::available_host_bytes();
    if (bytes > available) {
      throw bitvox::HostOutOfMemory("the volume needs " + bitvox::readable_bytes(bytes) +
                                    " of memory outside the Java heap, " +
                                    bitvox::readable_bytes(available) + " are free");
    }
    return to_handle(new BitVolume(shape));
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_BitVolume_destroy(JNIEnv* env, jclass, jlong handle) {
  guarded(env, [&] { delete &from_handle<BitVolume>(handle); });
}

JNIEXPORT void JNICALL Java_org_bitvox_BitVolume_packSlice(JNIEnv* env, jclass, jlong handle,
                                                           jint z, jobject pixels, jint rule,
                                                           jdouble low, jdouble high) {
  guarded(env, [&] {
    auto& volume = from_handle<BitVolume>(handle);
    check_slice_index(volume.shape(), z);
    pack_java_slice(env, pixels, foreground_rule(rule, low, high), volume.shape(), volume.slice(z));
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_BitVolume_unpackSlice(JNIEnv* env, jclass, jlong handle,
                                                             jint z, jint zero, jbyteArray pixels) {
  guarded(env, [&] {
    const auto& volume = from_handle<BitVolume>(handle);
    const Shape& shape = volume.shape();
    check_slice_index(shape, z);
    if (pixels == nullptr || env->GetArrayLength(pixels) != shape.width * shape.height) {
      throw InvalidInput("slice and volume differ in size");
    }
    const CriticalArray target(env, pixels, Access::kWrite);
    const auto before = zero != 0 ? bitvox::PixelsBefore::kZero : bitvox::PixelsBefore::kAny;
    bitvox::unpack_slice(volume.slice(z), shape, before, static_cast<std::uint8_t*>(target.data()));
  });
}

JNIEXPORT jlong JNICALL Java_org_bitvox_BitVolume_countForeground(JNIEnv* env, jclass, jlong handle,
                                                                  jint threads) {
  return guarded(env, jlong{-1}, [&] {
    const auto& volume = from_handle<BitVolume>(handle);
    std::vector<std::int64_t> in_slice(static_cast<std::size_t>(volume.shape().depth));
    bitvox::NoProgress progress;
    bitvox::parallel_for(
        volume.shape().depth, bitvox::thread_count(threads), progress, [&](std::int64_t z) {
          in_slice[static_cast<std::size_t>(z)] =
              bitvox::packing_rows().count_bits(volume.slice(z), volume.shape().words_per_slice());
        });
    return jlong{std::accumulate(in_slice.begin(), in_slice.end(), std::int64_t{0})};
  });
}
