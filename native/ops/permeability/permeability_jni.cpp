// SPDX-License-Identifier: BSD-2-Clause
#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slice_sink.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/permeability/permeability.hpp"
#include "org_bitvox_Permeability.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT void JNICALL Java_org_bitvox_Permeability_measure(JNIEnv* env, jobject self,
                                                            jobject input, jobject velocity,
                                                            jobject listener, jobject result) {
  guarded(env, [&] {
    const VolumeInput volume(env, input);
    JavaProgress progress(env, listener);
    OptionalSliceSink sink(env, velocity);
    write(env, result,
          permeability::measure(volume.source(), read<permeability::Options>(env, self), sink.get(),
                                progress));
  });
}
