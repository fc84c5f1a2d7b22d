// SPDX-License-Identifier: BSD-2-Clause
#include <vector>

#include "jni/java_fields.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slice_sink.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/permeability/permeability.hpp"
#include "org_bitvox_Permeability.h"

using namespace bitvox;
using namespace bitvox::jni;

namespace bitvox::jni {

template <>
struct JavaEnum<permeability::Direction> {
  static constexpr const char* kType = "Lorg/bitvox/Permeability$Direction;";
  static constexpr const char* kNames[] = {"X", "Y", "Z", "ALL"};
};

template <>
struct JavaEnum<permeability::Sides> {
  static constexpr const char* kType = "Lorg/bitvox/Permeability$Sides;";
  static constexpr const char* kNames[] = {"WALLS", "PERIODIC", "MIRRORED"};
};

template <>
struct JavaEnum<permeability::Ends> {
  static constexpr const char* kType = "Lorg/bitvox/Permeability$Ends;";
  static constexpr const char* kNames[] = {"AUTO", "PERIODIC", "MIRRORED"};
};

template <>
struct JavaEnum<permeability::VelocityImage> {
  static constexpr const char* kType = "Lorg/bitvox/Permeability$VelocityImage;";
  static constexpr const char* kNames[] = {"VECTOR", "MAGNITUDE"};
};

}  // namespace bitvox::jni

namespace {

permeability::Options read_options(const JavaFields& fields) {
  permeability::Options options;
  options.phase = fields.get_enum<Phase>("phase");
  options.direction = fields.get_enum<permeability::Direction>("direction");
  options.sides = fields.get_enum<permeability::Sides>("sides");
  options.ends = fields.get_enum<permeability::Ends>("ends");
  options.tau = fields.get_double("tau");
  options.spread_limit = fields.get_double("spreadLimit");
  options.change_limit = fields.get_double("changeLimit");
  options.max_steps = fields.get_int("maxSteps");
  options.precision = fields.get_int("precision");
  options.refine = fields.get_boolean("refine");
  options.backend = fields.get_string("backend");
  options.threads = fields.get_int("threads");
  return options;
}

void set_flow(JNIEnv* env, jobject java_flow, const permeability::Flow& flow) {
  JavaFields out(env, java_flow, "flow");
  out.set_int("axis", flow.axis);
  out.set_boolean("mirroredEnds", flow.mirrored_ends);
  out.set_double("kozenyCarman", flow.kozeny_carman);
  out.set_long("connected", flow.connected);
  out.set_doubles("permeability", {flow.k.begin(), flow.k.end()});
  out.set_double("poresAtSides", flow.pores_at_sides);
  out.set_double("meanVelocity", flow.mean_velocity);
  out.set_double("maxVelocity", flow.max_velocity);
  out.set_long("steps", flow.steps);
  out.set_double("seconds", flow.seconds);
  out.set_double("tau", flow.tau);
  out.set_double("spread", flow.spread);
  out.set_double("change", flow.change);
  out.set_long("changeSteps", flow.change_steps);
  out.set_boolean("steady", flow.steady);
  out.set_double("halfPermeability", flow.half_k);
  out.set_double("halfPorosity", flow.half_porosity);
  out.set_boolean("halfSteady", flow.half_steady);
}

}  // namespace

JNIEXPORT void JNICALL Java_org_bitvox_Permeability_measure(JNIEnv* env, jobject self,
                                                            jobject input, jobject velocity,
                                                            jobject listener, jobject result,
                                                            jobjectArray flows) {
  guarded(env, [&] {
    const VolumeInput volume(env, input);
    JavaProgress progress(env, listener);
    const JavaFields fields(env, self, "options");
    OptionalSliceSink sink(env, velocity);
    const permeability::Result measured = permeability::measure(
        volume.source(), read_options(fields),
        fields.get_enum<permeability::VelocityImage>("velocityImage"), sink.get(), progress);

    JavaFields out(env, result, "result");
    set_run(out, measured.run);
    out.set_long("voxels", measured.voxels);
    out.set_long("pores", measured.pores);
    for (std::size_t i = 0; i < measured.flows.size(); ++i) {
      jobject flow = env->GetObjectArrayElement(flows, static_cast<jsize>(i));
      set_flow(env, flow, measured.flows[i]);
      env->DeleteLocalRef(flow);
    }
  });
}
