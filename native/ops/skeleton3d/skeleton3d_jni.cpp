// SPDX-License-Identifier: BSD-2-Clause
#include <memory>
#include <vector>

#include "core/bit_volume.hpp"
#include "jni/handle.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_string.hpp"
#include "jni/jni_guard.hpp"
#include "jni/string_array.hpp"
#include "jni/volume_input.hpp"
#include "ops/skeleton3d/skeleton3d.hpp"
#include "org_bitvox_Skeleton3D.h"

using namespace bitvox::jni;

namespace {

void append(std::vector<jlong>& numbers, const std::optional<bitvox::Topology>& topology) {
  const bitvox::Topology t = topology.value_or(bitvox::Topology{});
  numbers.insert(numbers.end(), {t.components, t.background_components, t.euler_number});
}

}  // namespace

// Returns voxels before and after, three numbers each of the topology before and after, and the
// voxels deleted in each round.
JNIEXPORT jlongArray JNICALL Java_org_bitvox_Skeleton3D_thin(JNIEnv* env, jclass, jobject input,
                                                             jobject anchors, jint verify,
                                                             jstring backend, jint threads,
                                                             jlong skeleton, jobject listener,
                                                             jobjectArray report) {
  return guarded(env, jlongArray{nullptr}, [&] {
    const VolumeInput volume(env, input);
    std::unique_ptr<VolumeInput> fixed;
    if (anchors != nullptr) {
      fixed = std::make_unique<VolumeInput>(env, anchors);
    }
    JavaProgress progress(env, listener);
    bitvox::Skeleton3dOptions options;
    options.verify = verify != 0 ? bitvox::Verify::kTopology : bitvox::Verify::kNo;
    options.backend = to_string(env, backend, "backend");
    options.threads = threads;
    bitvox::Skeleton3d result =
        bitvox::skeleton3d(volume.source(), fixed ? &fixed->source() : nullptr, options, progress);

    set_string(env, report, 0, result.run.backend);
    set_string(env, report, 1, result.run.note);
    std::vector<jlong> numbers = {result.voxels_before, result.voxels_after};
    append(numbers, result.before);
    append(numbers, result.after);
    numbers.insert(numbers.end(), result.deleted.begin(), result.deleted.end());
    const auto length = static_cast<jsize>(numbers.size());
    jlongArray returned = env->NewLongArray(length);
    rethrow_pending(env);
    env->SetLongArrayRegion(returned, 0, length, numbers.data());
    from_handle<bitvox::BitVolume>(skeleton) = std::move(result.skeleton);
    return returned;
  });
}
