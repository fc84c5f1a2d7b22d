// SPDX-License-Identifier: BSD-2-Clause
#include "jni/handle.hpp"
#include "jni/java_block.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/skeleton3d/skeleton3d.hpp"
#include "org_bitvox_Skeleton3D.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT jlongArray JNICALL Java_org_bitvox_Skeleton3D_readFor(JNIEnv* env, jobject self,
                                                                jobject whole, jobject core) {
  return guarded(env, jlongArray{}, [&] {
    return read_for(env, whole, core, reach_of(read<skeleton3d::Options>(env, self)));
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_Skeleton3D_memoryFor(JNIEnv* env, jobject self,
                                                            jobject block, jobject memory) {
  guarded(env, [&] {
    write(env, memory,
          skeleton3d::memory_for(block_of(env, block), read<skeleton3d::Options>(env, self)));
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_Skeleton3D_thinBlock(JNIEnv* env, jobject self,
                                                            jobject block, jobject input,
                                                            jobject fixed, jlong core,
                                                            jobject listener, jobject result) {
  guarded(env, [&] {
    const Block given = block_of(env, block);
    const VolumeInput image(env, input);
    const OptionalVolumeInput anchors(env, fixed);
    check_read(given, image.source().shape());
    JavaProgress progress(env, listener);
    BlockResult thinned;
    thinned.numbers = to_numbers(skeleton3d::thin_block(
        image.source(), anchors.source(), given, read<skeleton3d::Options>(env, self),
        from_handle<BitVolume>(core), thinned.run, progress));
    write(env, result, std::move(thinned));
  });
}

JNIEXPORT jlongArray JNICALL Java_org_bitvox_Skeleton3D_addNumbers(JNIEnv* env, jobject,
                                                                   jlongArray first,
                                                                   jlongArray second) {
  return guarded(env, jlongArray{}, [&] { return add<skeleton3d::Thinning>(env, first, second); });
}

JNIEXPORT jlongArray JNICALL Java_org_bitvox_Skeleton3D_numbersAfter(JNIEnv* env, jclass,
                                                                     jlongArray first,
                                                                     jlongArray then) {
  return guarded(env, jlongArray{}, [&] {
    return array_of(env, to_numbers(skeleton3d::one_after_the_other(
                             from_numbers<skeleton3d::Thinning>(longs_of(env, first, "first")),
                             from_numbers<skeleton3d::Thinning>(longs_of(env, then, "then")))));
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_Skeleton3D_finish(JNIEnv* env, jobject, jlongArray numbers,
                                                         jobject result) {
  guarded(env, [&] {
    skeleton3d::Result all({1, 1, 1});
    skeleton3d::finish(from_numbers<skeleton3d::Thinning>(longs_of(env, numbers, "numbers")), all);
    write(env, result, std::move(all));
  });
}
