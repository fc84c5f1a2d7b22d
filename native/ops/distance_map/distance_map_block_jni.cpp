// SPDX-License-Identifier: BSD-2-Clause
#include "jni/java_block.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slice_sink.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/distance_map/distance_map_block.hpp"
#include "org_bitvox_DistanceMap.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT jlongArray JNICALL Java_org_bitvox_DistanceMap_readFor(JNIEnv* env, jobject self,
                                                                 jobject whole, jobject core) {
  return guarded(env, jlongArray{}, [&] {
    return read_for(
        env, whole, core,
        distance_map::first_reach(read<distance_map::Options>(env, self), whole_of(env, whole)));
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_DistanceMap_memoryFor(JNIEnv* env, jobject self,
                                                             jobject block, jobject memory) {
  guarded(env, [&] {
    write(env, memory,
          distance_map::memory_for(block_of(env, block), read<distance_map::Options>(env, self)));
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_DistanceMap_measureBlock(JNIEnv* env, jobject self,
                                                                jobject block, jobject input,
                                                                jobject mask, jobject map,
                                                                jobject listener, jobject result) {
  guarded(env, [&] {
    const Block given = block_of(env, block);
    const VolumeInput volume(env, input);
    const OptionalVolumeInput masked(env, mask);
    check_read(given, volume.source().shape());
    JavaProgress progress(env, listener);
    OptionalSliceSink sink(env, map);
    write(
        env, result,
        distance_map::measure_block(volume.source(), masked.source(), given,
                                    read<distance_map::Options>(env, self), sink.get(), progress));
  });
}

JNIEXPORT jlongArray JNICALL Java_org_bitvox_DistanceMap_addNumbers(JNIEnv* env, jobject,
                                                                    jlongArray first,
                                                                    jlongArray second) {
  return guarded(env, jlongArray{}, [&] { return add<distance_map::Found>(env, first, second); });
}

JNIEXPORT void JNICALL Java_org_bitvox_DistanceMap_finish(JNIEnv* env, jobject self,
                                                          jlongArray numbers, jobject result) {
  guarded(env, [&] {
    const auto found = from_numbers<distance_map::Found>(longs_of(env, numbers, "numbers"));
    write(env, result, distance_map::finish(found, read<distance_map::Options>(env, self)));
  });
}
