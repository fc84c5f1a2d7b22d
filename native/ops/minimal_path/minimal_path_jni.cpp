// SPDX-License-Identifier: BSD-2-Clause
#include "jni/grey_input.hpp"
#include "jni/java_arrays.hpp"
#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/minimal_path/minimal_path.hpp"
#include "org_bitvox_MinimalPath.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT void JNICALL Java_org_bitvox_MinimalPath_trace(JNIEnv* env, jobject self, jobject image,
                                                         jlongArray points, jobject mask,
                                                         jobject listener, jobject result) {
  guarded(env, [&] {
    const GreyInput values(env, image);
    const OptionalVolumeInput within(env, mask);
    minimal_path::Inputs inputs(values.source());
    inputs.points = longs_of(env, points, "points");
    inputs.mask = within.source();
    JavaProgress progress(env, listener);
    write(env, result,
          minimal_path::trace(inputs, read<minimal_path::Options>(env, self), progress));
  });
}
