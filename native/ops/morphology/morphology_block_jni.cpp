// SPDX-License-Identifier: BSD-2-Clause
#include "jni/handle.hpp"
#include "jni/java_block.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "jni/placed_input.hpp"
#include "ops/morphology/morphology_twins.hpp"
#include "org_bitvox_Morphology.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT jlongArray JNICALL Java_org_bitvox_Morphology_readFor(JNIEnv* env, jobject self,
                                                                jobject whole, jobject core) {
  return guarded(env, jlongArray{}, [&] {
    const auto options = read<morphology::Options>(env, self);
    return read_for(env, whole, core, [&](const VolumeSource& size) {
      return morphology::job_of(size, nullptr, options, nullptr);
    });
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_Morphology_memoryFor(JNIEnv* env, jobject self,
                                                            jobject block, jobject memory) {
  guarded(env, [&] {
    const auto options = read<morphology::Options>(env, self);
    memory_for<morphology::CpuTwin, morphology::GpuTwin>(
        env, block, memory, [&](const VolumeSource& size) {
          return morphology::job_of(size, nullptr, options, nullptr);
        });
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_Morphology_applyBlock(JNIEnv* env, jobject self,
                                                             jobject block, jobject input,
                                                             jobject second, jlong core,
                                                             jobject listener, jobject result) {
  guarded(env, [&] {
    const auto options = read<morphology::Options>(env, self);
    const PlacedInput inputs(env, block_of(env, block), input, second);
    JavaProgress progress(env, listener);
    BlockResult applied;
    const auto job =
        morphology::job_of(inputs.volume(), inputs.mask(), options, &from_handle<BitVolume>(core));
    applied.numbers =
        to_numbers(morphology::apply_to_block(job, inputs.block(), options, applied.run, progress));
    write(env, result, std::move(applied));
  });
}

JNIEXPORT jlongArray JNICALL Java_org_bitvox_Morphology_addNumbers(JNIEnv* env, jobject,
                                                                   jlongArray first,
                                                                   jlongArray second) {
  return guarded(env, jlongArray{}, [&] { return add<morphology::Voxels>(env, first, second); });
}

JNIEXPORT void JNICALL Java_org_bitvox_Morphology_finish(JNIEnv* env, jobject, jlongArray numbers,
                                                         jobject result) {
  guarded(env, [&] {
    const auto voxels = from_numbers<morphology::Voxels>(longs_of(env, numbers, "numbers"));
    morphology::Result all({1, 1, 1});
    all.voxels_before = voxels.before;
    all.voxels_after = voxels.after;
    write(env, result, std::move(all));
  });
}
