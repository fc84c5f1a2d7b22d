// SPDX-License-Identifier: BSD-2-Clause
#include "jni/grey_input.hpp"
#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slice_sink.hpp"
#include "jni/jni_guard.hpp"
#include "ops/debayer/debayer.hpp"
#include "org_bitvox_Debayer.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT void JNICALL Java_org_bitvox_Debayer_debayer(JNIEnv* env, jobject self, jobject input,
                                                       jobject receiver, jobject listener,
                                                       jobject debayered) {
  guarded(env, [&] {
    const GreyInput image(env, input);
    JavaProgress progress(env, listener);
    JavaSliceSink sink(env, receiver);
    write(env, debayered,
          debayer::debayer(image.source(), read<debayer::Options>(env, self), sink, progress));
  });
}
