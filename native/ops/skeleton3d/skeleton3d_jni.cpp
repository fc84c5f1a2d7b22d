// SPDX-License-Identifier: BSD-2-Clause
#include <optional>
#include <utility>

#include "core/bit_volume.hpp"
#include "jni/handle.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/skeleton3d/skeleton3d.hpp"
#include "org_bitvox_Skeleton3D.h"

using namespace bitvox;
using namespace bitvox::jni;

namespace {

// Leaves the field null without a topology.
void set_topology(JavaFields& out, const char* name, const std::optional<Topology>& topology) {
  if (!topology) {
    return;
  }
  JNIEnv* const env = out.env();
  jclass type = env->FindClass("org/bitvox/Topology");
  rethrow_pending(env);
  jmethodID constructor = env->GetMethodID(type, "<init>", "()V");
  rethrow_pending(env);
  jobject object = env->NewObject(type, constructor);
  rethrow_pending(env);
  JavaFields fields(env, object, name);
  fields.set_long("components", topology->components);
  fields.set_long("backgroundComponents", topology->background_components);
  fields.set_long("eulerNumber", topology->euler_number);
  out.set_object(name, "Lorg/bitvox/Topology;", object);
}

}  // namespace

JNIEXPORT void JNICALL Java_org_bitvox_Skeleton3D_thin(JNIEnv* env, jobject self, jobject volumes,
                                                       jlong skeleton, jobject listener,
                                                       jobject result) {
  guarded(env, [&] {
    const JavaFields both(env, volumes, "volumes");
    const VolumeInput image(env, both.get_object("image", "Lorg/bitvox/VolumeInput;"));
    std::optional<VolumeInput> anchors;
    if (jobject fixed = both.get_object("anchors", "Lorg/bitvox/VolumeInput;")) {
      anchors.emplace(env, fixed);
    }
    JavaProgress progress(env, listener);
    const JavaFields fields(env, self, "options");
    skeleton3d::Options options;
    options.verify =
        fields.get_boolean("verify") ? skeleton3d::Verify::kTopology : skeleton3d::Verify::kNo;
    options.backend = fields.get_string("backend");
    options.threads = fields.get_int("threads");
    skeleton3d::Result thinned =
        skeleton3d::thin(image.source(), anchors ? &anchors->source() : nullptr, options, progress);

    JavaFields out(env, result, "result");
    set_run(out, thinned.run);
    out.set_long("voxelsBefore", thinned.voxels_before);
    out.set_long("voxelsAfter", thinned.voxels_after);
    out.set_longs("deleted", thinned.deleted);
    set_topology(out, "topologyBefore", thinned.before);
    set_topology(out, "topologyAfter", thinned.after);
    from_handle<BitVolume>(skeleton) = std::move(thinned.skeleton);
  });
}
