// SPDX-License-Identifier: BSD-2-Clause
#include <vector>

#include "jni/grey_input.hpp"
#include "jni/java_arrays.hpp"
#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slice_sink.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/tortuosity/tortuosity.hpp"
#include "org_bitvox_Tortuosity.h"

using namespace bitvox;
using namespace bitvox::jni;

namespace {

// Of which both may be null.
class JavaFluxMaps {
 public:
  JavaFluxMaps(JNIEnv* env, jobject concentration, jobject flux)
      : concentrations_(env, concentration), fluxes_(env, flux) {
    maps_.concentration = concentrations_.get();
    maps_.flux = fluxes_.get();
  }
  const tortuosity::Maps& maps() const { return maps_; }

 private:
  OptionalSliceSink concentrations_, fluxes_;
  tortuosity::Maps maps_;
};

}  // namespace

JNIEXPORT void JNICALL Java_org_bitvox_Tortuosity_measure(JNIEnv* env, jobject self, jobject input,
                                                          jobject concentration, jobject flux,
                                                          jobject listener, jobject result) {
  guarded(env, [&] {
    const VolumeInput volume(env, input);
    JavaProgress progress(env, listener);
    const JavaFluxMaps maps(env, concentration, flux);
    write(env, result,
          tortuosity::measure(volume.source(), read<tortuosity::Options>(env, self), maps.maps(),
                              progress));
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
    const JavaFluxMaps maps(env, concentration, flux);
    write(env, result,
          tortuosity::measure_labels(image.source(), diffusivities,
                                     read<tortuosity::Options>(env, self), maps.maps(), progress));
  });
}
