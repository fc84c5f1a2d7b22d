// SPDX-License-Identifier: BSD-2-Clause
#include "core/error.hpp"
#include "jni/grey_input.hpp"
#include "jni/java_grey_sink.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_string.hpp"
#include "jni/jni_guard.hpp"
#include "jni/string_array.hpp"
#include "ops/register_mi/register_mi.hpp"
#include "org_bitvox_RegisterMi.h"

using namespace bitvox::jni;

JNIEXPORT void JNICALL Java_org_bitvox_RegisterMi_register(
    JNIEnv* env, jclass, jobject moving, jobject fixed, jint bins, jdoubleArray max_shift,
    jdouble max_angle, jdouble pixel_aspect, jint interpolation, jdouble fill, jstring backend,
    jint threads, jobject receiver, jobject listener, jdoubleArray found, jobjectArray report) {
  guarded(env, [&] {
    const GreyInput input(env, moving);
    const GreyInput second(env, fixed);
    JavaProgress progress(env, listener);
    bitvox::RegisterMiOptions options;
    options.bins = bins;
    if (max_shift != nullptr) {
      double shift[3] = {};
      env->GetDoubleArrayRegion(max_shift, 0, 3, shift);
      rethrow_pending(env);
      options.max_shift = bitvox::Reach3{shift[0], shift[1], shift[2]};
    }
    options.max_angle = max_angle;
    options.pixel_aspect = pixel_aspect;
    if (interpolation < 0 || interpolation > 1) {
      throw bitvox::InvalidInput("enum ordinal out of range");
    }
    options.interpolation = static_cast<bitvox::Interpolation>(interpolation);
    options.fill = fill;
    options.backend = to_string(env, backend, "backend");
    options.threads = threads;
    JavaGreySink sink(env, receiver, second.source().slice_pixels(), input.source().type());
    const bitvox::RegisterMiResult result =
        bitvox::register_mi(input.source(), second.source(), options, sink, progress);

    const double numbers[] = {result.motion.dx,
                              result.motion.dy,
                              result.motion.dz,
                              result.motion.angle,
                              result.before,
                              result.after,
                              static_cast<double>(result.overlap),
                              static_cast<double>(result.bins)};
    env->SetDoubleArrayRegion(found, 0, static_cast<jsize>(std::size(numbers)), numbers);
    rethrow_pending(env);
    set_string(env, report, 0, result.run.backend);
    set_string(env, report, 1, result.run.note);
  });
}
