// SPDX-License-Identifier: BSD-2-Clause
#include <vector>

#include "core/threads/parallel.hpp"
#include "jni/grey_input.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slice_sink.hpp"
#include "jni/jni_guard.hpp"
#include "ops/radiograph/radiograph.hpp"
#include "ops/radiograph/radiograph_input.hpp"
#include "org_bitvox_Radiograph.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT void JNICALL Java_org_bitvox_Radiograph_project(JNIEnv* env, jobject self, jobject inputs,
                                                          jobject lengths, jobject transmission,
                                                          jobject attenuation, jobject listener,
                                                          jobject result) {
  guarded(env, [&] {
    const JavaFields all(env, inputs, "inputs");
    JavaProgress progress(env, listener);
    const radiograph::JavaMaterials materials(env, all);
    OptionalSliceSink length_slices(env, lengths), transmission_slices(env, transmission),
        attenuation_slices(env, attenuation);
    radiograph::Outputs outputs;
    outputs.lengths = length_slices.get();
    outputs.transmission = transmission_slices.get();
    outputs.attenuation = attenuation_slices.get();
    const auto project = [&](const auto& object) {
      write(env, result,
            radiograph::project(object, materials.photons(), read<radiograph::Options>(env, self),
                                outputs, progress));
    };
    materials.meshes() != nullptr ? project(*materials.meshes()) : project(*materials.volume());
  });
}

JNIEXPORT jdoubleArray JNICALL Java_org_bitvox_Radiograph_labelsOf(JNIEnv* env, jclass,
                                                                   jobject input, jint threads,
                                                                   jobject listener) {
  return guarded(env, jdoubleArray{nullptr}, [&] {
    const GreyInput image(env, input);
    JavaProgress progress(env, listener);
    const std::vector<double> labels =
        rays::labels_of(image.source(), thread_count(threads), progress);
    const auto count = static_cast<jsize>(labels.size());
    jdoubleArray array = env->NewDoubleArray(count);
    rethrow_pending(env);
    env->SetDoubleArrayRegion(array, 0, count, labels.data());
    return array;
  });
}
