// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

#include <optional>

#include "jni/grey_input.hpp"
#include "jni/java_fields.hpp"
#include "jni/volume_input.hpp"
#include "ops/radiograph/radiograph.hpp"

namespace bitvox::radiograph {

// What rays go through and its photons, in a Java object with the fields labels and values,
// foreground, or meshes and chosen, and photons.
class JavaMaterials {
 public:
  JavaMaterials(JNIEnv* env, const jni::JavaFields& inputs);

  // One of them is there, the other is null.
  const rays::MaterialSource* volume() const { return volume_; }
  const rays::MaterialMeshes* meshes() const { return meshes_ ? &*meshes_ : nullptr; }
  const Photons* photons() const { return photons_ ? &*photons_ : nullptr; }

 private:
  std::optional<jni::GreyInput> labels_;
  std::optional<jni::VolumeInput> foreground_;
  std::optional<rays::LabelMaterials> of_labels_;
  std::optional<rays::ForegroundMaterial> of_foreground_;
  const rays::MaterialSource* volume_ = nullptr;
  std::optional<rays::MaterialMeshes> meshes_;
  std::optional<Photons> photons_;
};

}  // namespace bitvox::radiograph
