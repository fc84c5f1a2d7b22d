// SPDX-License-Identifier: BSD-2-Clause
#include <utility>

#include "core/error.hpp"
#include "jni/handle.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_string.hpp"
#include "jni/jni_guard.hpp"
#include "jni/string_array.hpp"
#include "jni/volume_input.hpp"
#include "ops/skeleton2d/skeleton2d.hpp"
#include "org_bitvox_Skeleton2d.h"

using namespace bitvox::jni;

JNIEXPORT jlongArray JNICALL Java_org_bitvox_Skeleton2d_thin(JNIEnv* env, jclass, jobject input,
                                                             jlong skeleton, jint rule,
                                                             jstring backend, jint threads,
                                                             jobject listener,
                                                             jobjectArray report) {
  return guarded(env, jlongArray{nullptr}, [&] {
    const VolumeInput volume(env, input);
    auto& out = from_handle<bitvox::BitVolume>(skeleton);
    if (!(out.shape() == volume.source().shape())) {
      throw bitvox::InvalidInput("the skeleton's volume differs in size");
    }
    if (rule < 0 || rule > static_cast<jint>(bitvox::ThinningRule::kImageJ)) {
      throw bitvox::InvalidInput("enum ordinal out of range");
    }
    JavaProgress progress(env, listener);
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
    jlongArray array = env->NewLongArray(kCount);
    rethrow_pending(env);
    env->SetLongArrayRegion(array, 0, kCount, numbers);
    out = std::move(result.skeleton);
    return array;
  });
}
