// SPDX-License-Identifier: BSD-2-Clause
#include <string>

#include "core/memory/memory.hpp"
#include "jni/java_string.hpp"
#include "jni/jni_guard.hpp"
#include "org_bitvox_HostMemory.h"

using namespace bitvox::jni;

JNIEXPORT void JNICALL Java_org_bitvox_HostMemory_requireBytes(JNIEnv* env, jclass, jstring user,
                                                               jlong bytes) {
  guarded(env, [&] {
    const std::string name = to_string(env, user, "user");
    bitvox::require_memory({name, "Crop the image."}, bitvox::host_memory(), bytes);
  });
}

JNIEXPORT jlong JNICALL Java_org_bitvox_HostMemory_freeBytes(JNIEnv* env, jclass) {
  return guarded(env, jlong{0}, [] { return static_cast<jlong>(bitvox::host_memory().free); });
}
