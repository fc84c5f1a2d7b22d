// SPDX-License-Identifier: BSD-2-Clause
#include "jni/handle.hpp"
#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "ops/colour_classes/colour_classes.hpp"
#include "org_bitvox_ColourClasses.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT void JNICALL Java_org_bitvox_ColourClasses_train(JNIEnv* env, jobject self, jlong samples,
                                                           jobject listener, jobject result) {
  guarded(env, [&] {
    JavaProgress progress(env, listener);
    write(env, result,
          colour_classes::train(from_handle<colour_classes::ColourSamples>(samples),
                                read<colour_classes::Options>(env, self), progress));
  });
}
