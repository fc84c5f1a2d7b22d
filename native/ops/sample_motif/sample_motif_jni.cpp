// SPDX-License-Identifier: BSD-2-Clause
#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "ops/sample_motif/sample_motif.hpp"
#include "org_bitvox_SampleMotif.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT void JNICALL Java_org_bitvox_SampleMotif_make(JNIEnv* env, jobject self, jobject listener,
                                                        jobject result) {
  guarded(env, [&] {
    JavaProgress progress(env, listener);
    write(env, result, sample_motif::make(read<sample_motif::Options>(env, self), progress));
  });
}
