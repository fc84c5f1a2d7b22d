// SPDX-License-Identifier: BSD-2-Clause
#include "jni/grey_input.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slice_sink.hpp"
#include "jni/jni_guard.hpp"
#include "ops/register_mi/register_mi.hpp"
#include "org_bitvox_RegisterMi.h"

using namespace bitvox;
using namespace bitvox::jni;

template <>
struct bitvox::jni::JavaEnum<register_mi::Interpolation> {
  static constexpr const char* kType = "Lorg/bitvox/RegisterMi$Interpolation;";
  static constexpr const char* kNames[] = {"LINEAR", "NEAREST"};
};

namespace {

register_mi::Options read_options(const JavaFields& fields) {
  register_mi::Options options;
  options.bins = fields.get_int("bins");
  jobject max_shift = fields.get_object("maxShift", "Lorg/bitvox/RegisterMi$Reach;");
  if (max_shift != nullptr) {
    const JavaFields reach(fields.env(), max_shift, "maxShift");
    options.max_shift =
        register_mi::Reach{reach.get_double("x"), reach.get_double("y"), reach.get_double("z")};
  }
  options.max_angle = fields.get_double("maxAngle");
  options.pixel_aspect = fields.get_double("pixelAspect");
  options.interpolation = fields.get_enum<register_mi::Interpolation>("interpolation");
  options.fill = fields.get_double("fill");
  options.backend = fields.get_string("backend");
  options.threads = fields.get_int("threads");
  return options;
}

}  // namespace

JNIEXPORT void JNICALL Java_org_bitvox_RegisterMi_register(JNIEnv* env, jobject self,
                                                           jobject images, jobject receiver,
                                                           jobject listener, jobject result) {
  guarded(env, [&] {
    const JavaFields both(env, images, "images");
    const GreyInput moving(env, both.get_object("moving", "Lorg/bitvox/GreyInput;"));
    const GreyInput fixed(env, both.get_object("fixed", "Lorg/bitvox/GreyInput;"));
    JavaProgress progress(env, listener);
    JavaSliceSink sink(env, receiver);
    const register_mi::Result found =
        register_mi::align(moving.source(), fixed.source(),
                           read_options(JavaFields(env, self, "options")), sink, progress);

    JavaFields out(env, result, "result");
    set_run(out, found.run);
    out.set_double("dx", found.motion.dx);
    out.set_double("dy", found.motion.dy);
    out.set_double("dz", found.motion.dz);
    out.set_double("angle", found.motion.angle);
    out.set_double("before", found.before);
    out.set_double("after", found.after);
    out.set_long("overlap", found.overlap);
    out.set_int("bins", found.bins);
  });
}
