// SPDX-License-Identifier: BSD-2-Clause
#include "core/error.hpp"
#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "ops/radiograph/radiograph_dose.hpp"
#include "ops/radiograph/radiograph_input.hpp"
#include "org_bitvox_RadiographDose.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT void JNICALL Java_org_bitvox_RadiographDose_measure(JNIEnv* env, jobject self,
                                                              jobject inputs, jobject sources,
                                                              jobject points, jobject listener,
                                                              jobject result) {
  guarded(env, [&] {
    const JavaFields all(env, inputs, "inputs");
    const radiograph::JavaMaterials materials(env, all);
    if (materials.photons() == nullptr) throw InvalidInput("a dose needs photons");
    JavaProgress progress(env, listener);
    const auto options = read<radiograph::DoseOptions>(env, self);
    const auto from = read<rays::PointSources>(env, sources, "sources");
    const auto to = read<radiograph::DosePoints>(env, points, "points");
    const auto measured = [&](const auto& object) {
      return radiograph::dose(object, *materials.photons(), options, from, to, progress);
    };
    write(env, result,
          materials.volume() != nullptr ? measured(*materials.volume())
                                        : measured(*materials.meshes()));
  });
}
