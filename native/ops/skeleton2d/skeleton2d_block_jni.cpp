// SPDX-License-Identifier: BSD-2-Clause
#include "jni/handle.hpp"
#include "jni/java_block.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "jni/placed_input.hpp"
#include "ops/skeleton2d/skeleton2d_twins.hpp"
#include "org_bitvox_Skeleton2D.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT jlongArray JNICALL Java_org_bitvox_Skeleton2D_readFor(JNIEnv* env, jobject self,
                                                                jobject whole, jobject core) {
  return guarded(env, jlongArray{}, [&] {
    const auto options = read<skeleton2d::Options>(env, self);
    return read_for(env, whole, core, [&](const VolumeSource& size) {
      return skeleton2d::job_of(size, options, nullptr);
    });
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_Skeleton2D_memoryFor(JNIEnv* env, jobject self,
                                                            jobject block, jobject memory) {
  guarded(env, [&] {
    const auto options = read<skeleton2d::Options>(env, self);
    memory_for<skeleton2d::CpuTwin, skeleton2d::GpuTwin>(
        env, block, memory,
        [&](const VolumeSource& size) { return skeleton2d::job_of(size, options, nullptr); });
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_Skeleton2D_thinBlock(JNIEnv* env, jobject self,
                                                            jobject block, jobject input,
                                                            jlong core, jobject listener,
                                                            jobject result) {
  guarded(env, [&] {
    const auto options = read<skeleton2d::Options>(env, self);
    const PlacedInput inputs(env, block_of(env, block), input, nullptr);
    JavaProgress progress(env, listener);
    BlockResult thinned;
    const auto job = skeleton2d::job_of(inputs.volume(), options, &from_handle<BitVolume>(core));
    thinned.numbers =
        to_numbers(skeleton2d::thin_block(job, inputs.block(), options, thinned.run, progress));
    write(env, result, std::move(thinned));
  });
}

JNIEXPORT jlongArray JNICALL Java_org_bitvox_Skeleton2D_addNumbers(JNIEnv* env, jobject,
                                                                   jlongArray first,
                                                                   jlongArray second) {
  return guarded(env, jlongArray{}, [&] { return add<skeleton2d::Thinned>(env, first, second); });
}

JNIEXPORT void JNICALL Java_org_bitvox_Skeleton2D_finish(JNIEnv* env, jobject, jlongArray numbers,
                                                         jobject result) {
  guarded(env, [&] {
    skeleton2d::Result all({1, 1, 1});
    skeleton2d::finish(from_numbers<skeleton2d::Thinned>(longs_of(env, numbers, "numbers")), all);
    write(env, result, std::move(all));
  });
}
