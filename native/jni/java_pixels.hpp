// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

#include "core/volumes/pixel_type.hpp"

namespace bitvox::jni {

// byte[], short[] or float[]; throws InvalidInput for anything else.
PixelType pixel_type(JNIEnv* env, jobject pixels);

// Copies `count` pixels of a Java array from `first` on, or to its beginning. The JVM copies:
// nothing is pinned, so no garbage collection waits.
void copy_pixels(JNIEnv* env, jobject array, PixelType type, std::int64_t first, std::int64_t count,
                 void* pixels);
void set_pixels(JNIEnv* env, jobject array, PixelType type, std::int64_t count, const void* pixels);

// A new array with these pixels, int[] for labels.
jobject new_pixels(JNIEnv* env, PixelType type, std::int64_t count, const void* pixels);

}  // namespace bitvox::jni
