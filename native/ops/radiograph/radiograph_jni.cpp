// SPDX-License-Identifier: BSD-2-Clause
#include <optional>
#include <vector>

#include "core/threads/parallel.hpp"
#include "jni/grey_input.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slice_sink.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/radiograph/radiograph.hpp"
#include "org_bitvox_Radiograph.h"

using namespace bitvox;
using namespace bitvox::jni;

namespace {

std::vector<double> doubles(JNIEnv* env, jobject array) {
  auto* const from = static_cast<jdoubleArray>(array);
  std::vector<double> values(static_cast<std::size_t>(env->GetArrayLength(from)));
  env->GetDoubleArrayRegion(from, 0, static_cast<jsize>(values.size()), values.data());
  rethrow_pending(env);
  return values;
}

}  // namespace

JNIEXPORT void JNICALL Java_org_bitvox_Radiograph_project(JNIEnv* env, jobject self, jobject inputs,
                                                          jobject lengths, jobject transmission,
                                                          jobject attenuation, jobject listener,
                                                          jobject result) {
  guarded(env, [&] {
    const JavaFields all(env, inputs, "inputs");
    JavaProgress progress(env, listener);
    std::optional<GreyInput> labels;
    std::optional<VolumeInput> foreground;
    std::optional<rays::LabelMaterials> of_labels;
    std::optional<rays::ForegroundMaterial> of_foreground;
    const rays::MaterialSource* volume = nullptr;
    if (jobject image = all.get_object("labels", "Lorg/bitvox/GreyInput;")) {
      labels.emplace(env, image);
      volume = &of_labels.emplace(labels->source(), doubles(env, all.get_object("values", "[D")));
    } else {
      foreground.emplace(env, all.get_object("foreground", "Lorg/bitvox/VolumeInput;"));
      volume = &of_foreground.emplace(foreground->source());
    }
    std::optional<radiograph::Photons> photons;
    if (jobject beam = all.get_object("photons", "Lorg/bitvox/PhotonBeam;")) {
      photons = read<radiograph::Photons>(env, beam);
    }
    OptionalSliceSink length_slices(env, lengths), transmission_slices(env, transmission),
        attenuation_slices(env, attenuation);
    radiograph::Outputs outputs;
    outputs.lengths = length_slices.get();
    outputs.transmission = transmission_slices.get();
    outputs.attenuation = attenuation_slices.get();
    write(env, result,
          radiograph::project(*volume, photons ? &*photons : nullptr,
                              read<radiograph::Options>(env, self), outputs, progress));
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
