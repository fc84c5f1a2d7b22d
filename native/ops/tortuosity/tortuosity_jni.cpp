// SPDX-License-Identifier: BSD-2-Clause
#include <optional>

#include "jni/java_fields.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slice_sink.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/tortuosity/tortuosity.hpp"
#include "org_bitvox_Tortuosity.h"

using namespace bitvox;
using namespace bitvox::jni;

template <>
struct bitvox::jni::JavaEnum<tortuosity::Direction> {
  static constexpr const char* kType = "Lorg/bitvox/Tortuosity$Direction;";
  static constexpr const char* kNames[] = {"X", "Y", "Z"};
};

template <>
struct bitvox::jni::JavaEnum<tortuosity::Sides> {
  static constexpr const char* kType = "Lorg/bitvox/Tortuosity$Sides;";
  static constexpr const char* kNames[] = {"WALLS", "PERIODIC"};
};

JNIEXPORT void JNICALL Java_org_bitvox_Tortuosity_measure(JNIEnv* env, jobject self, jobject input,
                                                          jobject concentration, jobject flux,
                                                          jobject listener, jobject result) {
  guarded(env, [&] {
    const VolumeInput volume(env, input);
    JavaProgress progress(env, listener);
    const JavaFields fields(env, self, "options");
    tortuosity::Options options;
    options.phase = fields.get_enum<Phase>("phase");
    options.direction = fields.get_enum<tortuosity::Direction>("direction");
    options.sides = fields.get_enum<tortuosity::Sides>("sides");
    options.spacing = {fields.get_double("voxelWidth"), fields.get_double("voxelHeight"),
                       fields.get_double("voxelDepth")};
    options.accuracy = fields.get_double("accuracy");
    options.backend = fields.get_string("backend");
    options.threads = fields.get_int("threads");
    std::optional<JavaSliceSink> concentrations, fluxes;
    tortuosity::Maps maps;
    if (concentration != nullptr) maps.concentration = &concentrations.emplace(env, concentration);
    if (flux != nullptr) maps.flux = &fluxes.emplace(env, flux);
    const tortuosity::Result measured =
        tortuosity::measure(volume.source(), options, maps, progress);

    JavaFields out(env, result, "result");
    set_run(out, measured.run);
    out.set_double("porosity", measured.porosity);
    out.set_double("connectedPorosity", measured.connected_porosity);
    out.set_double("diffusivity", measured.diffusivity);
    out.set_double("tortuosity", measured.tortuosity);
    out.set_double("formationFactor", measured.formation_factor);
    out.set_double("errorBound", measured.error_bound);
    out.set_double("fluxIn", measured.flux_in);
    out.set_double("fluxOut", measured.flux_out);
    out.set_double("spread", measured.spread);
    out.set_double("residual", measured.residual);
    out.set_long("iterations", measured.iterations);
    out.set_boolean("converged", measured.converged);
    out.set_doubles("profile", measured.profile);
  });
}
