// SPDX-License-Identifier: BSD-2-Clause
#include <optional>

#include "jni/grey_input.hpp"
#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slice_sink.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/geodesic/geodesic.hpp"
#include "org_bitvox_Geodesic.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT void JNICALL Java_org_bitvox_Geodesic_measure(JNIEnv* env, jobject self, jobject image,
                                                        jobject seeds, jobject mask,
                                                        jboolean objects, jobject distances,
                                                        jobject labels, jobject listener,
                                                        jobject result) {
  guarded(env, [&] {
    const GreyInput values(env, image);
    const OptionalVolumeInput within(env, mask);
    geodesic::Inputs inputs(values.source());
    std::optional<GreyInput> seeded;
    if (seeds != nullptr) inputs.seeds = &seeded.emplace(env, seeds).source();
    inputs.mask = within.source();
    inputs.objects = objects == JNI_TRUE;
    JavaProgress progress(env, listener);
    OptionalSliceSink distance_slices(env, distances), label_slices(env, labels);
    geodesic::Outputs outputs;
    outputs.distances = distance_slices.get();
    outputs.labels = label_slices.get();
    write(env, result,
          geodesic::measure(inputs, read<geodesic::Options>(env, self), outputs, progress));
  });
}
