// SPDX-License-Identifier: BSD-2-Clause
#include "core/options/described.hpp"
#include "jni/jni_guard.hpp"
#include "org_bitvox_Described.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT jstring JNICALL Java_org_bitvox_Described_describeAll(JNIEnv* env, jclass) {
  return guarded(env, jstring{}, [&] {
    jstring text = env->NewStringUTF(describe_all().c_str());
    rethrow_pending(env);
    return text;
  });
}
