// SPDX-License-Identifier: BSD-2-Clause
#include <string>

#include "core/backends/chosen_gpu.hpp"
#include "core/backends/cuda_status.hpp"
#include "core/backends/dispatch.hpp"
#include "core/error.hpp"
#include "jni/jni_guard.hpp"
#include "org_bitvox_Gpus.h"

using namespace bitvox::jni;

JNIEXPORT jint JNICALL Java_org_bitvox_Gpus_shown(JNIEnv* env, jclass) {
  return guarded(env, jint{0}, [] { return static_cast<jint>(bitvox::gpu_count()); });
}

JNIEXPORT void JNICALL Java_org_bitvox_Gpus_choose(JNIEnv* env, jclass, jint gpu) {
  guarded(env, [&] {
    if (gpu < 0) {
      throw bitvox::InvalidInput("the number of a GPU must be 0 or more, not " +
                                 std::to_string(gpu));
    }
    bitvox::choose_gpu({gpu});
  });
}

JNIEXPORT jint JNICALL Java_org_bitvox_Gpus_chosen(JNIEnv* env, jclass) {
  return guarded(env, jint{0}, [] { return static_cast<jint>(bitvox::chosen_gpu().ordinal); });
}

JNIEXPORT jboolean JNICALL Java_org_bitvox_Gpus_lost(JNIEnv* env, jclass, jint gpu) {
  return guarded(env, jboolean{JNI_FALSE}, [&] {
    return static_cast<jboolean>(bitvox::is_gpu_lost({gpu}) ? JNI_TRUE : JNI_FALSE);
  });
}

JNIEXPORT jlong JNICALL Java_org_bitvox_Gpus_free(JNIEnv* env, jclass) {
  return guarded(env, jlong{0}, [] { return static_cast<jlong>(bitvox::free_gpu_memory()); });
}
