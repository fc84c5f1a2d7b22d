// SPDX-License-Identifier: BSD-2-Clause
#include <optional>

#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/minkowski/minkowski.hpp"
#include "org_bitvox_Minkowski.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT void JNICALL Java_org_bitvox_Minkowski_measure(JNIEnv* env, jobject self, jobject input,
                                                         jobject mask, jobject listener,
                                                         jobject result) {
  guarded(env, [&] {
    const VolumeInput volume(env, input);
    std::optional<VolumeInput> masked;
    if (mask != nullptr) {
      masked.emplace(env, mask);
    }
    JavaProgress progress(env, listener);
    write(env, result,
          minkowski::measure(volume.source(), masked ? &masked->source() : nullptr,
                             read<minkowski::Options>(env, self), progress));
  });
}
