// SPDX-License-Identifier: BSD-2-Clause
#include "core/memory/kept_memory.hpp"
#include "core/threads/thread_pool.hpp"
#include "jni/jni_guard.hpp"
#include "org_bitvox_KeptMemory.h"

using namespace bitvox::jni;

JNIEXPORT jlong JNICALL Java_org_bitvox_KeptMemory_keptArrays(JNIEnv* env, jclass) {
  return guarded(env, jlong{0}, [] { return static_cast<jlong>(bitvox::kept_memory().arrays); });
}

JNIEXPORT jlong JNICALL Java_org_bitvox_KeptMemory_keptOnGpu(JNIEnv* env, jclass) {
  return guarded(env, jlong{0}, [] { return static_cast<jlong>(bitvox::kept_memory().gpu); });
}

JNIEXPORT jlong JNICALL Java_org_bitvox_KeptMemory_keptPinned(JNIEnv* env, jclass) {
  return guarded(env, jlong{0}, [] { return static_cast<jlong>(bitvox::kept_memory().pinned); });
}

JNIEXPORT void JNICALL Java_org_bitvox_KeptMemory_freeKept(JNIEnv* env, jclass) {
  guarded(env, [] { bitvox::free_kept_memory(); });
}

// The JVM forgets this library when it forgets the classes that loaded it, as after ImageJ's
// Refresh Menus, which loads them anew, with a library of their own. The code stays, since threads
// of it may still run, but nobody could give back what it keeps. At the end of the process it is
// not called.
JNIEXPORT void JNICALL JNI_OnUnload(JavaVM*, void*) {
  try {
    bitvox::ThreadPool::instance().dismiss();
    bitvox::free_kept_memory();
  } catch (...) {  // nobody is left to be told
  }
}
