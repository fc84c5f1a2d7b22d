// SPDX-License-Identifier: BSD-2-Clause
#include <utility>

#include "jni/handle.hpp"
#include "jni/java_arrays.hpp"
#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "ops/ray_hits/ray_hits.hpp"
#include "org_bitvox_RayHits.h"

using namespace bitvox;
using namespace bitvox::jni;

// meshes: a handle, which holds none afterwards. rays and output: null for none.
JNIEXPORT void JNICALL Java_org_bitvox_RayHits_trace(JNIEnv* env, jobject self, jlong meshes,
                                                     jbyteArray rays, jbyteArray output,
                                                     jboolean is_binary, jobject listener,
                                                     jobject result) {
  guarded(env, [&] {
    ray_hits::Files files;
    if (rays != nullptr) files.rays = path_of(env, rays);
    if (output != nullptr) files.output = path_of(env, output);
    files.format = is_binary != JNI_FALSE ? ray_hits::Format::kBinary : ray_hits::Format::kCsv;
    JavaProgress progress(env, listener);
    write(env, result,
          ray_hits::trace(std::move(from_handle<meshes::MeshSet>(meshes)), files,
                          read<ray_hits::Options>(env, self), progress));
  });
}
