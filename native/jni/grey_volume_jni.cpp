// SPDX-License-Identifier: BSD-2-Clause
#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "core/volumes/grey_volume.hpp"
#include "jni/grey_input.hpp"
#include "jni/handle.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_pixels.hpp"
#include "jni/jni_guard.hpp"
#include "org_bitvox_GreyVolume.h"

using bitvox::GreyVolume;
using bitvox::InvalidInput;
using bitvox::PixelType;
using namespace bitvox::jni;

JNIEXPORT jlong JNICALL Java_org_bitvox_GreyVolume_create(JNIEnv* env, jclass, jobject size) {
  return guarded(env, jlong{0}, [&] {
    const JavaFields fields(env, size, "size");
    const bitvox::Shape shape = get_shape(fields);
    bitvox::check_shape(shape);
    const int bits = fields.get_int("bitDepth");
    if (bits != 8 && bits != 16 && bits != 32) {
      throw InvalidInput(bitvox::kGreyRequired);
    }
    const PixelType type = bits == 8    ? PixelType::kUint8
                           : bits == 16 ? PixelType::kUint16
                                        : PixelType::kFloat32;
    const std::int64_t bytes = shape.voxel_count() * bitvox::bytes_per_pixel(type);
    bitvox::require_memory({"the volume", "Crop the image."}, bitvox::host_memory(), bytes);
    return to_handle(new GreyVolume(shape, type));
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_GreyVolume_destroy(JNIEnv* env, jclass, jlong handle) {
  guarded(env, [&] { delete &from_handle<GreyVolume>(handle); });
}

JNIEXPORT void JNICALL Java_org_bitvox_GreyVolume_setRows(JNIEnv* env, jclass, jlong handle, jint z,
                                                          jint slices, jint first, jint rows,
                                                          jobject pixels) {
  guarded(env, [&] {
    auto& volume = from_handle<GreyVolume>(handle);
    const bitvox::Shape& shape = volume.shape();
    if (z < 0 || z >= shape.depth) {
      throw InvalidInput("slice " + std::to_string(z) + " is not one of 0 to " +
                         std::to_string(shape.depth - 1));
    }
    if (slices < 1 || slices > shape.depth - z || first < 0 || rows < 0 ||
        first > slices * shape.height - rows) {
      throw InvalidInput("a slice has no such rows");
    }
    if (pixel_type(env, pixels) != volume.type() ||
        env->GetArrayLength(static_cast<jarray>(pixels)) != slices * volume.slice_pixels()) {
      throw InvalidInput("slice and volume differ in size or type");
    }
    const std::int64_t row = z * shape.height + first;
    copy_pixels(
        env, pixels, volume.type(), first * shape.width, rows * shape.width,
        volume.data<std::uint8_t>() + row * shape.width * bitvox::bytes_per_pixel(volume.type()));
  });
}
