// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

#include <cstdint>

namespace bitvox::jni {

// JNI's numbers are those of C++ by size, not everywhere by type: jint is long on Windows, and
// jlong is long on macOS, where int64_t is long long.
static_assert(sizeof(jint) == sizeof(std::int32_t) && sizeof(jlong) == sizeof(std::int64_t));
inline jint* jints(std::int32_t* from) { return reinterpret_cast<jint*>(from); }
inline const jint* jints(const std::int32_t* from) { return reinterpret_cast<const jint*>(from); }
inline jlong* jlongs(std::int64_t* from) { return reinterpret_cast<jlong*>(from); }
inline const jlong* jlongs(const std::int64_t* from) {
  return reinterpret_cast<const jlong*>(from);
}

}  // namespace bitvox::jni
