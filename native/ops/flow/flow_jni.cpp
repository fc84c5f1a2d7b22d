// SPDX-License-Identifier: BSD-2-Clause
#include <array>
#include <optional>
#include <string>

#include "jni/grey_input.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slice_sink.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/flow/flow.hpp"
#include "org_bitvox_FlowRun.h"

using namespace bitvox;
using namespace bitvox::jni;

namespace bitvox::jni {

template <>
struct JavaEnum<flow::Face> {
  static constexpr const char* kType = "Lorg/bitvox/Flow$Face;";
  static constexpr const char* kNames[] = {"CLOSED", "FREE", "PERIODIC", "MOVING"};
};

template <>
struct JavaEnum<flow::Collision> {
  static constexpr const char* kType = "Lorg/bitvox/Flow$Collision;";
  static constexpr const char* kNames[] = {"TRT", "BGK"};
};

template <>
struct JavaEnum<flow::Plane> {
  static constexpr const char* kType = "Lorg/bitvox/Flow$Plane;";
  static constexpr const char* kNames[] = {"XY", "XZ", "YZ"};
};

}  // namespace bitvox::jni

namespace {

std::array<double, 3> get_vector(const JavaFields& fields, const std::string& name) {
  return {fields.get_double((name + "X").c_str()), fields.get_double((name + "Y").c_str()),
          fields.get_double((name + "Z").c_str())};
}

flow::Options read_options(const JavaFields& fields) {
  flow::Options options;
  options.fluid = fields.get_enum<Phase>("phase");
  static constexpr const char* kFaceNames[] = {"left", "right", "top", "bottom", "front", "back"};
  for (std::size_t i = 0; i < flow::kFaces; ++i) {
    options.faces[i] = fields.get_enum<flow::Face>(kFaceNames[i]);
  }
  options.wall_velocity = get_vector(fields, "wall");
  options.force = get_vector(fields, "force");
  options.viscosity = fields.get_double("viscosity");
  options.collision = fields.get_enum<flow::Collision>("collision");
  options.precision = fields.get_int("precision");
  options.steps = fields.get_int("steps");
  options.ramp = fields.get_int("ramp");
  options.steady = fields.get_double("steady");
  options.length = fields.get_double("length");
  options.frames = fields.get_int("frames");
  options.plane = fields.get_enum<flow::Plane>("plane");
  options.position = fields.get_int("position");
  options.particles = fields.get_int("particles");
  options.bodies = fields.get_string("bodies");
  options.backend = fields.get_string("backend");
  options.threads = fields.get_int("threads");
  return options;
}

// A mask or fractions: one is null.
class FlowInput {
 public:
  FlowInput(JNIEnv* env, jobject mask, jobject fractions) {
    if (fractions != nullptr) {
      fractions_.emplace(env, fractions);
    } else {
      mask_.emplace(env, mask);
    }
  }
  flow::Input input() const {
    return {mask_ ? &mask_->source() : nullptr, fractions_ ? &fractions_->source() : nullptr};
  }

 private:
  std::optional<VolumeInput> mask_;
  std::optional<GreyInput> fractions_;
};

}  // namespace

JNIEXPORT void JNICALL Java_org_bitvox_FlowRun_refuseTooLarge(JNIEnv* env, jclass, jobject options,
                                                              jint width, jint height, jint depth,
                                                              jobject listener) {
  guarded(env, [&] {
    JavaProgress progress(env, listener);
    flow::refuse_too_large({width, height, depth},
                           read_options(JavaFields(env, options, "options")), progress);
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_FlowRun_expect(JNIEnv* env, jclass, jobject options,
                                                      jobject mask, jobject fractions,
                                                      jobject listener, jobject expectation) {
  guarded(env, [&] {
    const FlowInput input(env, mask, fractions);
    JavaProgress progress(env, listener);
    const flow::Expectation expected =
        flow::expect(input.input(), read_options(JavaFields(env, options, "options")), progress);
    JavaFields out(env, expectation, "expectation");
    out.set_double("fluid", expected.fluid);
    out.set_double("length", expected.length);
    out.set_double("speed", expected.speed);
    out.set_double("mach", expected.mach);
    out.set_double("cellReynolds", expected.cell_reynolds);
    out.set_boolean("deadEnd", expected.dead_end);
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_FlowRun_simulate(JNIEnv* env, jclass, jobject options,
                                                        jobject mask, jobject fractions,
                                                        jobject velocity, jobject movie,
                                                        jobject particles, jobject bodies,
                                                        jobject listener, jobject result) {
  guarded(env, [&] {
    const FlowInput input(env, mask, fractions);
    JavaProgress progress(env, listener);
    const JavaFields fields(env, options, "options");
    OptionalSliceSink velocities(env, velocity), frames(env, movie), points(env, particles),
        moved(env, bodies);
    const flow::Result found =
        flow::simulate(input.input(), read_options(fields),
                       {velocities.get(), frames.get(), points.get(), moved.get()}, progress);
    JavaFields out(env, result, "result");
    set_run(out, found.run);
    out.set_double("fluid", found.fluid);
    out.set_long("steps", found.steps);
    out.set_double("seconds", found.seconds);
    out.set_double("tau", found.tau);
    out.set_double("length", found.length);
    out.set_doubles("meanVelocity", {found.mean_velocity.begin(), found.mean_velocity.end()});
    out.set_double("maxSpeed", found.max_speed);
    out.set_double("massChange", found.mass_change);
    out.set_double("reynolds", found.reynolds);
    out.set_double("mach", found.mach);
    out.set_long("machStep", found.mach_step);
    out.set_double("change", found.change);
    out.set_long("steadyStep", found.steady_step);
    out.set_double("steadyChange", found.steady_change);
  });
}
