// SPDX-License-Identifier: BSD-2-Clause
#include "jni/volume_input.hpp"

#include "core/error.hpp"
#include "core/volumes/bit_volume.hpp"
#include "jni/handle.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_slices.hpp"

namespace bitvox::jni {
VolumeInput::VolumeInput(JNIEnv* env, jobject input) {
  const JavaFields fields(env, input, "input");
  const jlong handle = fields.get_long("handle");
  if (handle != 0) {
    source_ = &from_handle<BitVolume>(handle);
    return;
  }
  auto* const slices =
      static_cast<jobjectArray>(fields.get_object("slices", "[Ljava/lang/Object;"));
  if (slices == nullptr) {
    throw InvalidInput("the image has no slices");
  }
  const JavaFields shape(env, fields.get_object("shape", "Lorg/bitvox/BinaryVolume;"), "shape");
  const ForegroundRule rule =
      foreground_rule(env, fields.get_object("foreground", "Lorg/bitvox/Foreground;"));
  slices_ = std::make_unique<JavaSlices>(env, slices, get_shape(shape), rule);
  source_ = slices_.get();
}

}  // namespace bitvox::jni
