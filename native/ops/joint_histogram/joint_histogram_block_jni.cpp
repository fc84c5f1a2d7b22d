// SPDX-License-Identifier: BSD-2-Clause
#include <utility>

#include "core/threads/parallel.hpp"
#include "jni/grey_input.hpp"
#include "jni/java_block.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/joint_histogram/joint_histogram_block.hpp"
#include "org_bitvox_PairsInBlocks.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT void JNICALL Java_org_bitvox_PairsInBlocks_finiteRange(JNIEnv* env, jclass, jobject input,
                                                                 jint threads, jobject listener,
                                                                 jobject range) {
  guarded(env, [&] {
    const GreyInput image(env, input);
    JavaProgress progress(env, listener);
    write(env, range,
          joint_histogram::finite_range(image.source(), thread_count(threads), progress));
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_PairsInBlocks_fullRange(JNIEnv* env, jclass, jdouble low,
                                                               jdouble high, jboolean is_first,
                                                               jobject range) {
  guarded(env, [&] {
    const char* const called = is_first != JNI_FALSE ? "the input" : "the second image";
    write(env, range, joint_histogram::full_range_of({low, high}, called));
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_PairsInBlocks_memoryFor(JNIEnv* env, jclass, jobject options,
                                                               jobject block, jobject memory) {
  guarded(env, [&] {
    write(env, memory,
          joint_histogram::memory_of(block_of(env, block).read.shape(),
                                     read<joint_histogram::Options>(env, options)));
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_PairsInBlocks_measureBlock(
    JNIEnv* env, jclass, jobject options, jobject first_input, jobject second_input, jobject mask,
    jobject listener, jobject result) {
  guarded(env, [&] {
    const auto given = read<joint_histogram::Options>(env, options);
    const GreyInput first(env, first_input);
    const GreyInput second(env, second_input);
    const OptionalVolumeInput masked(env, mask);
    JavaProgress progress(env, listener);
    BlockResult counted;
    counted.numbers = to_numbers(joint_histogram::count_block(
        first.source(), second.source(), masked.source(), given, counted.run, progress));
    write(env, result, std::move(counted));
  });
}

JNIEXPORT jlongArray JNICALL Java_org_bitvox_PairsInBlocks_addNumbers(JNIEnv* env, jobject,
                                                                      jlongArray first,
                                                                      jlongArray second) {
  return guarded(env, jlongArray{},
                 [&] { return add<joint_histogram::Partial>(env, first, second); });
}

JNIEXPORT void JNICALL Java_org_bitvox_PairsInBlocks_finish(JNIEnv* env, jclass, jobject options,
                                                            jlongArray numbers, jobject result) {
  guarded(env, [&] {
    const auto sum = from_numbers<joint_histogram::Partial>(longs_of(env, numbers, "numbers"));
    write(env, result, joint_histogram::finish(sum, read<joint_histogram::Options>(env, options)));
  });
}
