// SPDX-License-Identifier: BSD-2-Clause
#include <utility>

#include "core/volumes/bit_volume.hpp"
#include "jni/handle.hpp"
#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/skeleton2d/skeleton2d.hpp"
#include "org_bitvox_Skeleton2D.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT void JNICALL Java_org_bitvox_Skeleton2D_thin(JNIEnv* env, jobject self, jobject input,
                                                       jlong skeleton, jobject listener,
                                                       jobject result) {
  guarded(env, [&] {
    const VolumeInput volume(env, input);
    JavaProgress progress(env, listener);
    skeleton2d::Result thinned =
        skeleton2d::thin(volume.source(), read<skeleton2d::Options>(env, self), progress);
    from_handle<BitVolume>(skeleton) = std::move(thinned.skeleton);
    write(env, result, std::move(thinned));
  });
}
