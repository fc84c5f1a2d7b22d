// SPDX-License-Identifier: BSD-2-Clause
#include <utility>
#include <vector>

#include "core/threads/parallel.hpp"
#include "jni/grey_input.hpp"
#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "jni/references.hpp"
#include "jni/volume_input.hpp"
#include "ops/joint_histogram/joint_histogram_measure.hpp"
#include "org_bitvox_JointHistogram.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT void JNICALL Java_org_bitvox_JointHistogram_fullRange(JNIEnv* env, jclass, jobject input,
                                                                jint threads, jobject listener,
                                                                jobject range) {
  guarded(env, [&] {
    const GreyInput image(env, input);
    JavaProgress progress(env, listener);
    write(env, range, joint_histogram::full_range(image.source(), thread_count(threads), progress));
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_JointHistogram_measure(JNIEnv* env, jobject self,
                                                              jobject first_input,
                                                              jobject second_input, jobject mask,
                                                              jobject listener,
                                                              jobjectArray results) {
  guarded(env, [&] {
    const GreyInput first(env, first_input);
    const GreyInput second(env, second_input);
    const OptionalVolumeInput masked(env, mask);
    JavaProgress progress(env, listener);
    std::vector<joint_histogram::Result> measured =
        joint_histogram::measure(first.source(), second.source(), masked.source(),
                                 read<joint_histogram::Options>(env, self), progress);
    for (std::size_t i = 0; i < measured.size(); ++i) {
      const LocalRef result(env, env->GetObjectArrayElement(results, static_cast<jsize>(i)));
      write(env, result.get(), std::move(measured[i]));
    }
  });
}
