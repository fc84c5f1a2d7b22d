// SPDX-License-Identifier: BSD-2-Clause
#include <vector>

#include "jni/java_object.hpp"
#include "jni/jni_guard.hpp"
#include "ops/radiograph/radiograph_input.hpp"

namespace bitvox::radiograph {
namespace {

std::vector<double> numbers(JNIEnv* env, jobject array) {
  auto* const from = static_cast<jdoubleArray>(array);
  std::vector<double> values(static_cast<std::size_t>(env->GetArrayLength(from)));
  env->GetDoubleArrayRegion(from, 0, static_cast<jsize>(values.size()), values.data());
  jni::rethrow_pending(env);
  return values;
}

}  // namespace

JavaMaterials::JavaMaterials(JNIEnv* env, const jni::JavaFields& inputs) {
  if (jobject image = inputs.get_object("labels", "Lorg/bitvox/GreyInput;")) {
    labels_.emplace(env, image);
    volume_ =
        &of_labels_.emplace(labels_->source(), numbers(env, inputs.get_object("values", "[D")));
  } else {
    foreground_.emplace(env, inputs.get_object("foreground", "Lorg/bitvox/VolumeInput;"));
    volume_ = &of_foreground_.emplace(foreground_->source());
  }
  if (jobject beam = inputs.get_object("photons", "Lorg/bitvox/PhotonBeam;")) {
    photons_ = jni::read<Photons>(env, beam);
  }
}

}  // namespace bitvox::radiograph
