// SPDX-License-Identifier: BSD-2-Clause
#include <utility>

#include "core/volumes/bit_volume.hpp"
#include "jni/handle.hpp"
#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/morphology/morphology.hpp"
#include "org_bitvox_Morphology.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT void JNICALL Java_org_bitvox_Morphology_apply(JNIEnv* env, jobject self, jobject input,
                                                        jobject second_input, jlong volume,
                                                        jobject listener, jobject result) {
  guarded(env, [&] {
    const VolumeInput first(env, input);
    const OptionalVolumeInput second(env, second_input);
    JavaProgress progress(env, listener);
    morphology::Result computed = morphology::apply(first.source(), second.source(),
                                                    read<morphology::Options>(env, self), progress);
    from_handle<BitVolume>(volume) = std::move(computed.volume);
    write(env, result, std::move(computed));
  });
}
