// SPDX-License-Identifier: BSD-2-Clause
#include <mutex>

#include "core/memory/kept_memory.hpp"
#include "core/platform/platform.hpp"
#include "core/threads/thread_pool.hpp"
#include "jni/jni_guard.hpp"
#include "jni/thread_env.hpp"
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

namespace {

// Class loaders whose classes use this library: ImageJ's Refresh Menus makes another one, which
// loads the same library (NativeLibrary.java).
std::mutex users_mutex;
int users = 0;

}  // namespace

JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM*, void*) {
  const std::lock_guard lock(users_mutex);
  if (users++ == 0) {
    bitvox::platform::keep_loaded();
    bitvox::ThreadPool::instance().when_resting(detach_thread);
    bitvox::ThreadPool::instance().recall();
  }
  return JNI_VERSION_1_8;
}

// The JVM forgets a library when it forgets the classes that loaded it. The code stays, since
// threads of it may still run and the next classes use it, but nobody else could give back what it
// keeps. At the end of the process it is not called.
JNIEXPORT void JNICALL JNI_OnUnload(JavaVM*, void*) {
  const std::lock_guard lock(users_mutex);
  if (--users > 0) return;
  try {
    bitvox::ThreadPool::instance().dismiss();
    bitvox::free_kept_memory();
  } catch (...) {  // nobody is left to be told
  }
}
