// SPDX-License-Identifier: BSD-2-Clause
#include <utility>

#include "core/bit_volume.hpp"
#include "jni/handle.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/skeleton2d/skeleton2d.hpp"
#include "org_bitvox_Skeleton2D.h"

using namespace bitvox;
using namespace bitvox::jni;

template <>
struct bitvox::jni::JavaEnum<skeleton2d::ThinningRule> {
  static constexpr const char* kType = "Lorg/bitvox/Skeleton2D$Rule;";
  static constexpr const char* kNames[] = {"GUO_HALL", "HILDITCH", "IMAGEJ"};
};

JNIEXPORT void JNICALL Java_org_bitvox_Skeleton2D_thin(JNIEnv* env, jobject self, jobject input,
                                                       jlong skeleton, jobject listener,
                                                       jobject result) {
  guarded(env, [&] {
    const VolumeInput volume(env, input);
    JavaProgress progress(env, listener);
    const JavaFields fields(env, self, "options");
    skeleton2d::Options options;
    options.rule = fields.get_enum<skeleton2d::ThinningRule>("rule");
    options.backend = fields.get_string("backend");
    options.threads = fields.get_int("threads");
    skeleton2d::Result thinned = skeleton2d::thin(volume.source(), options, progress);

    JavaFields out(env, result, "result");
    set_run(out, thinned.run);
    out.set_long("pixelsBefore", thinned.before.pixels);
    out.set_long("pixelsAfter", thinned.after.pixels);
    out.set_long("objectsBefore", thinned.before.objects);
    out.set_long("objectsAfter", thinned.after.objects);
    out.set_long("iterations", thinned.iterations);
    from_handle<BitVolume>(skeleton) = std::move(thinned.skeleton);
  });
}
