// SPDX-License-Identifier: BSD-2-Clause
#include "jni/handle.hpp"
#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "ops/sample_foam/sample_foam.hpp"
#include "org_bitvox_SampleFoam.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT void JNICALL Java_org_bitvox_SampleFoam_fill(JNIEnv* env, jobject self, jlong volume,
                                                       jobject listener) {
  guarded(env, [&] {
    JavaProgress progress(env, listener);
    auto& target = from_handle<BitVolume>(volume);
    target = sample_foam::fill(target.shape(), read<sample_foam::Options>(env, self), progress);
  });
}
