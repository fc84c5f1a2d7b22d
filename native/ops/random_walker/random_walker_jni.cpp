// SPDX-License-Identifier: BSD-2-Clause
#include <vector>

#include "jni/grey_input.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_numbers.hpp"
#include "jni/java_object.hpp"
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
    OptionalSliceSink label_slices(env, labels), probability_slices(env, probabilities);
    random_walker::Outputs outputs;
    outputs.labels = label_slices.get();
    outputs.probabilities = probability_slices.get();
    write(env, result,
          random_walker::segment(image.source(), seeds.source(),
                                 read<random_walker::Options>(env, self), outputs, progress));
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
    env->SetIntArrayRegion(array, 0, count, jints(labels.data()));
    return array;
  });
}
