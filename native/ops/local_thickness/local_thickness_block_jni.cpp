// SPDX-License-Identifier: BSD-2-Clause
#include "jni/java_block.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slice_sink.hpp"
#include "jni/jni_guard.hpp"
#include "jni/placed_input.hpp"
#include "ops/local_thickness/local_thickness_block.hpp"
#include "org_bitvox_LocalThickness.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT jlongArray JNICALL Java_org_bitvox_LocalThickness_readFor(JNIEnv* env, jobject self,
                                                                    jdouble radius, jobject whole,
                                                                    jobject core) {
  return guarded(env, jlongArray{}, [&] {
    const auto options = read<local_thickness::Options>(env, self);
    return read_for(env, whole, core, [&](const VolumeSource& size) {
      return local_thickness::job_of(size, nullptr, options, radius);
    });
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_LocalThickness_memoryFor(JNIEnv* env, jobject self,
                                                                jdouble radius, jobject block,
                                                                jobject memory) {
  guarded(env, [&] {
    const auto options = read<local_thickness::Options>(env, self);
    memory_for<local_thickness::CpuTwin, local_thickness::GpuTwin>(
        env, block, memory, [&](const VolumeSource& size) {
          return local_thickness::job_of(size, nullptr, options, radius);
        });
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_LocalThickness_measureRadius(JNIEnv* env, jobject self,
                                                                    jobject block, jobject input,
                                                                    jobject listener,
                                                                    jobject result) {
  guarded(env, [&] {
    const Block given = block_of(env, block);
    const VolumeInput volume(env, input);
    check_read(given, volume.source().shape());
    JavaProgress progress(env, listener);
    write(env, result,
          local_thickness::measure_radius(volume.source(), given,
                                          read<local_thickness::Options>(env, self), progress));
  });
}

JNIEXPORT jlongArray JNICALL Java_org_bitvox_LocalThickness_addDistances(JNIEnv* env, jclass,
                                                                         jlongArray first,
                                                                         jlongArray second) {
  return guarded(env, jlongArray{}, [&] { return add<distance_map::Found>(env, first, second); });
}

JNIEXPORT jdouble JNICALL Java_org_bitvox_LocalThickness_radiusOf(JNIEnv* env, jobject self,
                                                                  jlongArray numbers) {
  return guarded(env, jdouble{}, [&] {
    const auto found = from_numbers<distance_map::Found>(longs_of(env, numbers, "numbers"));
    return local_thickness::radius_of(found, read<local_thickness::Options>(env, self));
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_LocalThickness_measureBlock(JNIEnv* env, jobject self,
                                                                   jdouble radius, jobject block,
                                                                   jobject input, jobject mask,
                                                                   jobject map, jobject listener,
                                                                   jobject result) {
  guarded(env, [&] {
    const auto options = read<local_thickness::Options>(env, self);
    const PlacedInput inputs(env, block_of(env, block), input, mask);
    JavaProgress progress(env, listener);
    OptionalSliceSink sink(env, map);
    BlockResult measured;
    const auto job = local_thickness::job_of(inputs.volume(), inputs.mask(), options, radius);
    measured.numbers = to_numbers(local_thickness::measure_block(
        job, inputs.block(), options, sink.get(), measured.run, progress));
    write(env, result, std::move(measured));
  });
}

JNIEXPORT jlongArray JNICALL Java_org_bitvox_LocalThickness_addNumbers(JNIEnv* env, jobject,
                                                                       jlongArray first,
                                                                       jlongArray second) {
  return guarded(env, jlongArray{},
                 [&] { return add<local_thickness::Counts>(env, first, second); });
}

JNIEXPORT void JNICALL Java_org_bitvox_LocalThickness_finish(JNIEnv* env, jobject self,
                                                             jdouble radius, jlongArray numbers,
                                                             jobject result) {
  guarded(env, [&] {
    const auto counts = from_numbers<local_thickness::Counts>(longs_of(env, numbers, "numbers"));
    write(env, result,
          local_thickness::finish(counts, read<local_thickness::Options>(env, self), radius));
  });
}
