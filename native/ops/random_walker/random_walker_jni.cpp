// SPDX-License-Identifier: BSD-2-Clause
#include <vector>

#include "jni/grey_input.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slice_sink.hpp"
#include "jni/jni_guard.hpp"
#include "ops/random_walker/random_walker.hpp"
#include "org_bitvox_RandomWalker.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT void JNICALL Java_org_bitvox_RandomWalker_segment(JNIEnv* env, jobject self,
                                                            jobject images, jobject labels,
                                                            jobject probabilities, jobject listener,
                                                            jobject result) {
  guarded(env, [&] {
    const JavaFields both(env, images, "images");
    const GreyInput image(env, both.get_object("image", "Lorg/bitvox/GreyInput;"));
    const GreyInput seeds(env, both.get_object("seeds", "Lorg/bitvox/GreyInput;"));
    JavaProgress progress(env, listener);
    const JavaFields fields(env, self, "options");
    random_walker::Options options;
    options.beta = fields.get_double("beta");
    options.spacing = {fields.get_double("voxelWidth"), fields.get_double("voxelHeight"),
                       fields.get_double("voxelDepth")};
    options.accuracy = fields.get_double("accuracy");
    options.backend = fields.get_string("backend");
    options.threads = fields.get_int("threads");
    OptionalSliceSink label_slices(env, labels), probability_slices(env, probabilities);
    random_walker::Outputs outputs;
    outputs.labels = label_slices.get();
    outputs.probabilities = probability_slices.get();
    const random_walker::Result segmented =
        random_walker::segment(image.source(), seeds.source(), options, outputs, progress);

    std::vector<std::int32_t> names;
    std::vector<std::int64_t> seeded, voxels, iterations;
    for (const random_walker::Label& label : segmented.labels) {
      names.push_back(label.label);
      seeded.push_back(label.seeds);
      voxels.push_back(label.voxels);
      iterations.push_back(label.iterations);
    }
    JavaFields out(env, result, "result");
    set_run(out, segmented.run);
    out.set_ints("labels", names);
    out.set_longs("seeds", seeded);
    out.set_longs("voxels", voxels);
    out.set_longs("iterations", iterations);
    out.set_double("error", segmented.error);
    out.set_boolean("converged", segmented.converged);
  });
}

JNIEXPORT jintArray JNICALL Java_org_bitvox_RandomWalker_labelsOf(JNIEnv* env, jclass,
                                                                  jobject input, jint threads,
                                                                  jobject listener) {
  return guarded(env, jintArray{nullptr}, [&] {
    const GreyInput seeds(env, input);
    JavaProgress progress(env, listener);
    const std::vector<int> labels = random_walker::labels_of(seeds.source(), threads, progress);
    const auto count = static_cast<jsize>(labels.size());
    jintArray array = env->NewIntArray(count);
    rethrow_pending(env);
    env->SetIntArrayRegion(array, 0, count, labels.data());
    return array;
  });
}
