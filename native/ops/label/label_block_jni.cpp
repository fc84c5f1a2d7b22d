// SPDX-License-Identifier: BSD-2-Clause
#include <optional>

#include "jni/grey_input.hpp"
#include "jni/java_block.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slice_sink.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/label/label_block.hpp"
#include "org_bitvox_Label.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT jlongArray JNICALL Java_org_bitvox_Label_readFor(JNIEnv* env, jobject self, jobject whole,
                                                           jobject core) {
  return guarded(env, jlongArray{}, [&] {
    return read_for(env, whole, core,
                    label::reach_of(read<label::Options>(env, self), whole_of(env, whole)));
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_Label_memoryFor(JNIEnv* env, jobject self, jobject block,
                                                       jobject memory) {
  guarded(env, [&] {
    write(env, memory, label::memory_for(block_of(env, block), read<label::Options>(env, self)));
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_Label_findInBlock(JNIEnv* env, jobject self, jobject block,
                                                         jobject input, jobject listener,
                                                         jobject result) {
  guarded(env, [&] {
    const Block given = block_of(env, block);
    const VolumeInput volume(env, input);
    check_read(given, volume.source().shape());
    JavaProgress progress(env, listener);
    BlockResult found;
    found.numbers = to_numbers(label::find_in_block(
        volume.source(), given, read<label::Options>(env, self), found.run, progress));
    write(env, result, std::move(found));
  });
}

JNIEXPORT jlongArray JNICALL Java_org_bitvox_Label_addNumbers(JNIEnv* env, jobject,
                                                              jlongArray first, jlongArray second) {
  return guarded(env, jlongArray{}, [&] { return add<label::BlockParts>(env, first, second); });
}

JNIEXPORT void JNICALL Java_org_bitvox_Label_finish(JNIEnv* env, jobject self, jobject whole,
                                                    jlongArray numbers, jobject listener,
                                                    jobject result) {
  guarded(env, [&] {
    JavaProgress progress(env, listener);
    auto parts = from_numbers<label::BlockParts>(longs_of(env, numbers, "numbers"));
    write(env, result,
          label::finish(whole_of(env, whole), std::move(parts), read<label::Options>(env, self),
                        progress));
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_Label_labelBlock(JNIEnv* env, jobject self, jobject block,
                                                        jobject input, jintArray labels,
                                                        jobject second, jboolean objects,
                                                        jobject receiver, jobject listener,
                                                        jobject result) {
  guarded(env, [&] {
    const Block given = block_of(env, block);
    const VolumeInput volume(env, input);
    check_read(given, volume.source().shape());
    std::optional<GreyInput> values;
    if (second != nullptr) {
      values.emplace(env, second);
      check_read(given, values->source().shape());
    }
    JavaProgress progress(env, listener);
    OptionalSliceSink sink(env, receiver);
    BlockResult labelled;
    const label::ObjectParts found = label::label_block(
        volume.source(), given, read<label::Options>(env, self), ints_of(env, labels, "labels"),
        {sink.get(), objects == JNI_TRUE, values ? &values->source() : nullptr}, labelled.run,
        progress);
    if (objects == JNI_TRUE) labelled.numbers = to_numbers(found);
    write(env, result, std::move(labelled));
  });
}

JNIEXPORT jlongArray JNICALL Java_org_bitvox_Label_addObjects(JNIEnv* env, jclass, jlongArray first,
                                                              jlongArray second) {
  return guarded(env, jlongArray{}, [&] { return add<label::ObjectParts>(env, first, second); });
}

JNIEXPORT void JNICALL Java_org_bitvox_Label_finishObjects(JNIEnv* env, jobject self, jobject whole,
                                                           jlong count, jlongArray numbers,
                                                           jboolean values, jobject result) {
  guarded(env, [&] {
    const auto parts = from_numbers<label::ObjectParts>(longs_of(env, numbers, "numbers"));
    write(env, result,
          label::objects_of_parts(parts, count, whole_of(env, whole), values == JNI_TRUE,
                                  read<label::Options>(env, self)));
  });
}
