// SPDX-License-Identifier: BSD-2-Clause
#include "core/kept_memory.hpp"
#include "jni/jni_guard.hpp"
#include "org_bitvox_GpuMemory.h"

using namespace bitvox::jni;

JNIEXPORT jlong JNICALL Java_org_bitvox_GpuMemory_keptOnGpu(JNIEnv* env, jclass) {
  return guarded(env, jlong{0}, [] { return static_cast<jlong>(bitvox::kept_memory().gpu); });
}

JNIEXPORT jlong JNICALL Java_org_bitvox_GpuMemory_keptPinned(JNIEnv* env, jclass) {
  return guarded(env, jlong{0}, [] { return static_cast<jlong>(bitvox::kept_memory().host); });
}

JNIEXPORT void JNICALL Java_org_bitvox_GpuMemory_freeKept(JNIEnv* env, jclass) {
  guarded(env, [] { bitvox::free_kept_memory(); });
}
