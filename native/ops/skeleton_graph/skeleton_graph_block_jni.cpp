// SPDX-License-Identifier: BSD-2-Clause
#include <utility>

#include "jni/java_block.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "jni/placed_input.hpp"
#include "ops/skeleton_graph/skeleton_blocks.hpp"
#include "ops/skeleton_graph/skeleton_graph.hpp"
#include "org_bitvox_SkeletonInBlocks.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT void JNICALL Java_org_bitvox_SkeletonInBlocks_memoryFor(JNIEnv* env, jobject,
                                                                  jobject block, jobject memory) {
  guarded(env, [&] { write(env, memory, skeleton_graph::memory_for(block_of(env, block))); });
}

JNIEXPORT void JNICALL Java_org_bitvox_SkeletonInBlocks_listBlock(JNIEnv* env, jclass,
                                                                  jobject block, jobject input,
                                                                  jobject listener,
                                                                  jobject result) {
  guarded(env, [&] {
    const PlacedInput volume(env, block_of(env, block), input, nullptr);
    JavaProgress progress(env, listener);
    BlockResult listed;
    listed.numbers = skeleton_graph::list_block(volume.volume(), volume.block(), progress);
    write(env, result, std::move(listed));
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_SkeletonInBlocks_requireMemory(JNIEnv* env, jclass,
                                                                      jlong voxels) {
  guarded(env, [&] { skeleton_graph::require_memory_for(voxels); });
}

JNIEXPORT jlongArray JNICALL Java_org_bitvox_SkeletonInBlocks_finish(JNIEnv* env, jclass,
                                                                     jobject options, jobject whole,
                                                                     jlongArray voxels,
                                                                     jobject listener,
                                                                     jobject result) {
  return guarded(env, jlongArray{}, [&] {
    const auto given = read<skeleton_graph::Options>(env, options);
    JavaProgress progress(env, listener);
    skeleton_graph::Skeleton skeleton = skeleton_graph::skeleton_of(
        whole_of(env, whole), longs_of(env, voxels, "voxels"), progress);
    write(env, result, skeleton_graph::trace(skeleton, nullptr, given, progress));
    const bool all_stay = std::ssize(skeleton.voxels) == env->GetArrayLength(voxels);
    return all_stay ? voxels : array_of(env, skeleton_graph::numbers_of(skeleton, progress));
  });
}
