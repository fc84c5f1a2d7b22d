// SPDX-License-Identifier: BSD-2-Clause
#include <utility>

#include "jni/handle.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "ops/sample_foam/sample_foam.hpp"
#include "org_bitvox_SampleFoam.h"

using namespace bitvox::jni;

JNIEXPORT void JNICALL Java_org_bitvox_SampleFoam_fill(JNIEnv* env, jclass, jlong volume,
                                                       jint radius_min, jint radius_max,
                                                       jdouble fraction, jlong seed,
                                                       jobject listener) {
  guarded(env, [&] {
    JavaProgress progress(env, listener);
    auto& target = from_handle<bitvox::BitVolume>(volume);
    bitvox::SampleFoamOptions options;
    options.shape = target.shape();
    options.radius_min = radius_min;
    options.radius_max = radius_max;
    options.fraction = fraction;
    options.seed = static_cast<std::uint64_t>(seed);
    target = bitvox::sample_foam(options, progress);
  });
}
