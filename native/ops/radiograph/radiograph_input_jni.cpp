// SPDX-License-Identifier: BSD-2-Clause
#include "jni/handle.hpp"
#include "jni/java_arrays.hpp"
#include "jni/java_object.hpp"
#include "ops/radiograph/radiograph_input.hpp"

namespace bitvox::radiograph {

JavaMaterials::JavaMaterials(JNIEnv* env, const jni::JavaFields& inputs) {
  if (jobject image = inputs.get_object("labels", "Lorg/bitvox/GreyInput;")) {
    labels_.emplace(env, image);
    auto* const values = static_cast<jdoubleArray>(inputs.get_object("values", "[D"));
    volume_ = &of_labels_.emplace(labels_->source(), jni::doubles_of(env, values, "values"));
  } else if (const std::int64_t meshes = inputs.get_long("meshes")) {
    auto* const chosen = static_cast<jintArray>(inputs.get_object("chosen", "[I"));
    meshes_.emplace(rays::MaterialMeshes{jni::from_handle<meshes::MeshSet>(meshes),
                                         jni::ints_of(env, chosen, "chosen")});
  } else {
    foreground_.emplace(env, inputs.get_object("foreground", "Lorg/bitvox/VolumeInput;"));
    volume_ = &of_foreground_.emplace(foreground_->source());
  }
  if (jobject beam = inputs.get_object("photons", "Lorg/bitvox/PhotonBeam;")) {
    photons_ = jni::read<Photons>(env, beam);
  }
}

}  // namespace bitvox::radiograph
