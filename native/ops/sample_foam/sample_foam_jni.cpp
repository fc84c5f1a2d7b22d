// SPDX-License-Identifier: BSD-2-Clause
#include <utility>

#include "jni/handle.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "ops/sample_foam/sample_foam.hpp"
#include "org_bitvox_SampleFoam.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT void JNICALL Java_org_bitvox_SampleFoam_fill(JNIEnv* env, jobject self, jlong volume,
                                                       jobject listener) {
  guarded(env, [&] {
    JavaProgress progress(env, listener);
    auto& target = from_handle<BitVolume>(volume);
    const JavaFields fields(env, self, "options");
    sample_foam::Options options;
    options.shape = target.shape();
    options.radius_min = fields.get_int("radiusMin");
    options.radius_max = fields.get_int("radiusMax");
    options.fraction = fields.get_double("fraction");
    options.seed = static_cast<std::uint64_t>(fields.get_long("seed"));
    target = sample_foam::fill(options, progress);
  });
}
