// SPDX-License-Identifier: BSD-2-Clause
#include <utility>

#include "core/volumes/bit_volume.hpp"
#include "jni/handle.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/skeleton3d/skeleton3d.hpp"
#include "org_bitvox_Skeleton3D.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT void JNICALL Java_org_bitvox_Skeleton3D_thin(JNIEnv* env, jobject self, jobject volumes,
                                                       jlong skeleton, jobject listener,
                                                       jobject result) {
  guarded(env, [&] {
    const JavaFields both(env, volumes, "volumes");
    const VolumeInput image(env, both.get_object("image", "Lorg/bitvox/VolumeInput;"));
    const OptionalVolumeInput anchors(env, both.get_object("anchors", "Lorg/bitvox/VolumeInput;"));
    JavaProgress progress(env, listener);
    skeleton3d::Result thinned = skeleton3d::thin(image.source(), anchors.source(),
                                                  read<skeleton3d::Options>(env, self), progress);
    from_handle<BitVolume>(skeleton) = std::move(thinned.skeleton);
    write(env, result, std::move(thinned));
  });
}
