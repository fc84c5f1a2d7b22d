// SPDX-License-Identifier: BSD-2-Clause
#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slice_sink.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/local_thickness/local_thickness.hpp"
#include "org_bitvox_LocalThickness.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT void JNICALL Java_org_bitvox_LocalThickness_measure(JNIEnv* env, jobject self,
                                                              jobject input, jobject mask,
                                                              jobject map, jobject listener,
                                                              jobject result) {
  guarded(env, [&] {
    const VolumeInput volume(env, input);
    const OptionalVolumeInput within(env, mask);
    JavaProgress progress(env, listener);
    OptionalSliceSink sink(env, map);
    write(
        env, result,
        local_thickness::measure(volume.source(), within.source(),
                                 read<local_thickness::Options>(env, self), sink.get(), progress));
  });
}
