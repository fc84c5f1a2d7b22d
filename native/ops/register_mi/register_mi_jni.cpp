// SPDX-License-Identifier: BSD-2-Clause
#include "jni/grey_input.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slice_sink.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/register_mi/register_mi.hpp"
#include "org_bitvox_RegisterMi.h"

using namespace bitvox;
using namespace bitvox::jni;

namespace {

register_mi::Placement read_placement(JNIEnv* env, const JavaFields& fields) {
  jobject motion = fields.get_object("motion", "Lorg/bitvox/RegisterMiMotion;");
  register_mi::Placement placement;
  placement.motion = read<register_mi::RigidMotion>(env, motion, "motion");
  placement.shape = get_shape(fields);
  jobject middle = JavaFields(env, motion, "motion")
                       .get_object("middle", "Lorg/bitvox/RegisterMiMotion$Middle;");
  if (middle != nullptr) placement.middle = read<register_mi::Middle>(env, middle, "middle");
  return placement;
}

}  // namespace

JNIEXPORT void JNICALL Java_org_bitvox_RegisterMi_register(JNIEnv* env, jobject self,
                                                           jobject images, jobject receiver,
                                                           jobject listener, jobject result) {
  guarded(env, [&] {
    const JavaFields both(env, images, "images");
    const GreyInput moving(env, both.get_object("moving", "Lorg/bitvox/GreyInput;"));
    const GreyInput fixed(env, both.get_object("fixed", "Lorg/bitvox/GreyInput;"));
    const OptionalVolumeInput mask(env, both.get_object("mask", "Lorg/bitvox/VolumeInput;"));
    JavaProgress progress(env, listener);
    const register_mi::Options options = read<register_mi::Options>(env, self);
    OptionalSliceSink sink(env, receiver);
    write(env, result,
          sink.get() == nullptr
              ? register_mi::find(moving.source(), fixed.source(), mask.source(), options, progress)
              : register_mi::align(moving.source(), fixed.source(), mask.source(), options,
                                   *sink.get(), progress));
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_RegisterMi_apply(JNIEnv* env, jobject self, jobject motion,
                                                        jobject receiver, jobject listener,
                                                        jobject result) {
  guarded(env, [&] {
    const JavaFields fields(env, motion, "motion");
    const GreyInput moving(env, fields.get_object("moving", "Lorg/bitvox/GreyInput;"));
    JavaProgress progress(env, listener);
    JavaSliceSink sink(env, receiver);
    write(env, result,
          register_mi::apply(moving.source(), read_placement(env, fields),
                             read<register_mi::Options>(env, self), sink, progress));
  });
}
