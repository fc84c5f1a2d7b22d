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
template <>
struct bitvox::jni::JavaEnum<register_mi::Axes> {
  static constexpr const char* kType = "Lorg/bitvox/RegisterMi$Axes;";
  static constexpr const char* kNames[] = {"Z", "XYZ"};
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
  options.axes = fields.get_enum<register_mi::Axes>("axes");
  options.pixel_aspect = fields.get_double("pixelAspect");
  options.slice_aspect = fields.get_double("sliceAspect");
  options.interpolation = fields.get_enum<register_mi::Interpolation>("interpolation");
  options.fill = fields.get_double("fill");
  options.backend = fields.get_string("backend");
  options.threads = fields.get_int("threads");
  return options;
}

register_mi::Placement read_placement(const JavaFields& fields) {
  const JavaFields motion(fields.env(),
                          fields.get_object("motion", "Lorg/bitvox/RegisterMiMotion;"), "motion");
  register_mi::Placement placement;
  placement.motion = {motion.get_double("dx"),     motion.get_double("dy"),
                      motion.get_double("dz"),     motion.get_double("angle"),
                      motion.get_double("angleX"), motion.get_double("angleY")};
  placement.shape = get_shape(fields);
  jobject middle = motion.get_object("middle", "Lorg/bitvox/RegisterMiMotion$Place;");
  if (middle != nullptr) {
    const JavaFields place(fields.env(), middle, "middle");
    placement.middle = register_mi::Placement::Place{place.get_double("x"), place.get_double("y"),
                                                     place.get_double("z")};
  }
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
    JavaProgress progress(env, listener);
    const register_mi::Options options = read_options(JavaFields(env, self, "options"));
    register_mi::Result found;
    if (receiver == nullptr) {
      found = register_mi::find(moving.source(), fixed.source(), options, progress);
    } else {
      JavaSliceSink sink(env, receiver);
      found = register_mi::align(moving.source(), fixed.source(), options, sink, progress);
    }

    JavaFields out(env, result, "result");
    set_run(out, found.run);
    out.set_double("dx", found.motion.dx);
    out.set_double("dy", found.motion.dy);
    out.set_double("dz", found.motion.dz);
    out.set_double("angle", found.motion.angle);
    out.set_double("angleX", found.motion.angle_x);
    out.set_double("angleY", found.motion.angle_y);
    out.set_double("before", found.before);
    out.set_double("after", found.after);
    out.set_long("overlap", found.overlap);
    out.set_int("bins", found.bins);
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
    const register_mi::Moved moved =
        register_mi::apply(moving.source(), read_placement(fields),
                           read_options(JavaFields(env, self, "options")), sink, progress);

    JavaFields out(env, result, "result");
    set_run(out, moved.run);
    out.set_long("overlap", moved.overlap);
  });
}
