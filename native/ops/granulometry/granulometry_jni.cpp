// SPDX-License-Identifier: BSD-2-Clause
#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slice_sink.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/granulometry/granulometry.hpp"
#include "org_bitvox_Granulometry.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT void JNICALL Java_org_bitvox_Granulometry_measure(JNIEnv* env, jobject self,
                                                            jobject input, jobject mask,
                                                            jobject map, jobject listener,
                                                            jobject result) {
  guarded(env, [&] {
    const VolumeInput volume(env, input);
    const OptionalVolumeInput masked(env, mask);
    JavaProgress progress(env, listener);
    OptionalSliceSink sink(env, map);
    write(env, result,
          granulometry::measure(volume.source(), masked.source(),
                                read<granulometry::Options>(env, self), sink.get(), progress));
  });
}
