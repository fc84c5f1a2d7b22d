// SPDX-License-Identifier: BSD-2-Clause
#include <vector>

#include "jni/grey_input.hpp"
#include "jni/java_arrays.hpp"
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

namespace {

tortuosity::Options options_of(JNIEnv* env, jobject self) {
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
  return options;
}

// Of which both may be null.
class JavaMaps {
 public:
  JavaMaps(JNIEnv* env, jobject concentration, jobject flux)
      : concentrations_(env, concentration), fluxes_(env, flux) {
    maps_.concentration = concentrations_.get();
    maps_.flux = fluxes_.get();
  }
  const tortuosity::Maps& maps() const { return maps_; }

 private:
  OptionalSliceSink concentrations_, fluxes_;
  tortuosity::Maps maps_;
};

void set_result(JNIEnv* env, jobject result, const tortuosity::Result& measured) {
  JavaFields out(env, result, "result");
  set_run(out, measured.run);
  out.set_double("porosity", measured.porosity);
  out.set_double("meanDiffusivity", measured.mean_diffusivity);
  out.set_double("connectedPorosity", measured.connected_porosity);
  out.set_double("diffusivity", measured.diffusivity);
  out.set_double("tortuosity", measured.tortuosity);
  out.set_double("formationFactor", measured.formation_factor);
  out.set_double("error", measured.error);
  out.set_double("fluxIn", measured.flux_in);
  out.set_double("fluxOut", measured.flux_out);
  out.set_double("spread", measured.spread);
  out.set_double("residual", measured.residual);
  out.set_long("iterations", measured.iterations);
  out.set_boolean("converged", measured.converged);
  out.set_doubles("profile", measured.profile);
}

}  // namespace

JNIEXPORT void JNICALL Java_org_bitvox_Tortuosity_measure(JNIEnv* env, jobject self, jobject input,
                                                          jobject concentration, jobject flux,
                                                          jobject listener, jobject result) {
  guarded(env, [&] {
    const VolumeInput volume(env, input);
    JavaProgress progress(env, listener);
    const JavaMaps maps(env, concentration, flux);
    set_result(env, result,
               tortuosity::measure(volume.source(), options_of(env, self), maps.maps(), progress));
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_Tortuosity_measureLabels(JNIEnv* env, jobject self,
                                                                jobject input, jdoubleArray table,
                                                                jobject concentration, jobject flux,
                                                                jobject listener, jobject result) {
  guarded(env, [&] {
    const GreyInput image(env, input);
    JavaProgress progress(env, listener);
    const std::vector<double> numbers = doubles_of(env, table, "table");
    std::vector<tortuosity::LabelDiffusivity> diffusivities;
    for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) {
      diffusivities.push_back({numbers[i], numbers[i + 1]});
    }
    const JavaMaps maps(env, concentration, flux);
    set_result(env, result,
               tortuosity::measure_labels(image.source(), diffusivities, options_of(env, self),
                                          maps.maps(), progress));
  });
}
