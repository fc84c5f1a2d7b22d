// SPDX-License-Identifier: BSD-2-Clause
#include "jni/java_block.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "jni/placed_input.hpp"
#include "ops/minkowski/minkowski.hpp"
#include "org_bitvox_Minkowski.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT jlongArray JNICALL Java_org_bitvox_Minkowski_readFor(JNIEnv* env, jobject self,
                                                               jobject whole, jobject core) {
  return guarded(env, jlongArray{}, [&] {
    const auto options = read<minkowski::Options>(env, self);
    return read_for(env, whole, core, [&](const VolumeSource& size) {
      return minkowski::job_of(size, nullptr, options);
    });
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_Minkowski_memoryFor(JNIEnv* env, jobject self, jobject block,
                                                           jobject memory) {
  guarded(env, [&] {
    const auto options = read<minkowski::Options>(env, self);
    memory_for<minkowski::CpuTwin, minkowski::GpuTwin>(
        env, block, memory,
        [&](const VolumeSource& size) { return minkowski::job_of(size, nullptr, options); });
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_Minkowski_measureBlock(JNIEnv* env, jobject self,
                                                              jobject block, jobject input,
                                                              jobject mask, jobject listener,
                                                              jobject result) {
  guarded(env, [&] {
    const auto options = read<minkowski::Options>(env, self);
    const PlacedInput inputs(env, block_of(env, block), input, mask);
    JavaProgress progress(env, listener);
    BlockResult measured;
    const auto job = minkowski::job_of(inputs.volume(), inputs.mask(), options);
    measured.numbers =
        to_numbers(minkowski::measure_block(job, inputs.block(), options, measured.run, progress));
    write(env, result, std::move(measured));
  });
}

JNIEXPORT jlongArray JNICALL Java_org_bitvox_Minkowski_addNumbers(JNIEnv* env, jobject,
                                                                  jlongArray first,
                                                                  jlongArray second) {
  return guarded(env, jlongArray{},
                 [&] { return add<minkowski::SliceCounts>(env, first, second); });
}

JNIEXPORT void JNICALL Java_org_bitvox_Minkowski_finish(JNIEnv* env, jobject self, jobject whole,
                                                        jlongArray numbers, jobject result) {
  guarded(env, [&] {
    const auto options = read<minkowski::Options>(env, self);
    const PlacedVolume size(whole_of(env, whole), {}, nullptr);
    const auto counts = from_numbers<minkowski::SliceCounts>(longs_of(env, numbers, "numbers"));
    write(env, result,
          minkowski::finish(minkowski::job_of(size, nullptr, options), counts, options));
  });
}
