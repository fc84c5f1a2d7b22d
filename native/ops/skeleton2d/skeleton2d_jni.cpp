// SPDX-License-Identifier: BSD-2-Clause
#include <utility>

#include "core/bit_volume.hpp"
#include "core/error.hpp"
#include "jni/handle.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_string.hpp"
#include "jni/jni_guard.hpp"
#include "jni/string_array.hpp"
#include "jni/volume_input.hpp"
#include "ops/skeleton2d/skeleton2d.hpp"
#include "org_bitvox_Skeleton2D.h"

using namespace bitvox::jni;

// Returns pixels before and after, objects before and after, and iterations.
JNIEXPORT jlongArray JNICALL Java_org_bitvox_Skeleton2D_thin(JNIEnv* env, jclass, jobject input,
                                                             jint rule, jstring backend,
                                                             jint threads, jlong skeleton,
                                                             jobject listener,
                                                             jobjectArray report) {
  return guarded(env, jlongArray{nullptr}, [&] {
    const VolumeInput volume(env, input);
    JavaProgress progress(env, listener);
    if (rule < 0 || rule > static_cast<jint>(bitvox::ThinningRule::kImageJ)) {
      throw bitvox::InvalidInput("enum ordinal out of range");
    }
    bitvox::Skeleton2dOptions options;
    options.rule = static_cast<bitvox::ThinningRule>(rule);
    options.backend = to_string(env, backend, "backend");
    options.threads = threads;
    bitvox::Skeleton2d result = bitvox::skeleton2d(volume.source(), options, progress);

    set_string(env, report, 0, result.run.backend);
    set_string(env, report, 1, result.run.note);
    const jlong numbers[] = {result.before.pixels, result.after.pixels, result.before.objects,
                             result.after.objects, result.iterations};
    constexpr jsize kCount = sizeof(numbers) / sizeof(numbers[0]);
    jlongArray returned = env->NewLongArray(kCount);
    rethrow_pending(env);
    env->SetLongArrayRegion(returned, 0, kCount, numbers);
    from_handle<bitvox::BitVolume>(skeleton) = std::move(result.skeleton);
    return returned;
  });
}
