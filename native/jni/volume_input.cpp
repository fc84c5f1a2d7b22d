// SPDX-License-Identifier: BSD-2-Clause
#include "jni/volume_input.hpp"

#include "core/bit_volume.hpp"
#include "core/error.hpp"
#include "jni/handle.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_slices.hpp"

namespace bitvox::jni {
VolumeInput::VolumeInput(JNIEnv* env, jobject input) {
  if (input == nullptr) {
    throw InvalidInput("input is null");
  }
  JavaFields fields(env, input);
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
  const Shape shape{fields.get_int("width"), fields.get_int("height"), fields.get_int("depth")};
  const ForegroundRule rule =
      foreground_rule(fields.get_int("rule"), fields.get_double("low"), fields.get_double("high"));
  slices_ = std::make_unique<JavaSlices>(env, slices, shape, rule);
  source_ = slices_.get();
}

}  // namespace bitvox::jni
