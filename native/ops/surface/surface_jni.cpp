// SPDX-License-Identifier: BSD-2-Clause
#include <memory>
#include <optional>

#include "core/error.hpp"
#include "jni/grey_input.hpp"
#include "jni/handle.hpp"
#include "jni/java_arrays.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/surface/surface.hpp"
#include "org_bitvox_Surface.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT jlong JNICALL Java_org_bitvox_Surface_extract(JNIEnv* env, jobject self, jobject inputs,
                                                        jobject listener, jobject result) {
  return guarded(env, jlong{0}, [&] {
    const JavaFields all(env, inputs, "inputs");
    std::optional<VolumeInput> volume;
    std::optional<GreyInput> grey;
    surface::Input in;
    if (jobject given = all.get_object("volume", "Lorg/bitvox/VolumeInput;")) {
      in.volume = &volume.emplace(env, given).source();
    }
    if (jobject given = all.get_object("grey", "Lorg/bitvox/GreyInput;")) {
      in.grey = &grey.emplace(env, given).source();
    }
    JavaProgress progress(env, listener);
    auto mesh = std::make_unique<surface::SurfaceMesh>();
    write(env, result, surface::extract(in, read<surface::Options>(env, self), *mesh, progress));
    return to_handle(mesh.release());
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_Surface_write(JNIEnv* env, jclass, jlong handle,
                                                     jbyteArray file, jint format,
                                                     jobject listener) {
  guarded(env, [&] {
    JavaProgress progress(env, listener);
    meshes::write_mesh(path_of(env, file), static_cast<meshes::Format>(format),
                       from_handle<surface::SurfaceMesh>(handle), progress);
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_Surface_destroy(JNIEnv* env, jclass, jlong handle) {
  guarded(env, [&] { delete &from_handle<surface::SurfaceMesh>(handle); });
}
