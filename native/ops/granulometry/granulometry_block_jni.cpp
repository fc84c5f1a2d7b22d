// SPDX-License-Identifier: BSD-2-Clause
#include "jni/java_block.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slice_sink.hpp"
#include "jni/jni_guard.hpp"
#include "jni/placed_input.hpp"
#include "ops/granulometry/granulometry.hpp"
#include "ops/granulometry/granulometry_ball_block.hpp"
#include "ops/local_thickness/local_thickness_block.hpp"
#include "org_bitvox_Granulometry.h"

using namespace bitvox;
using namespace bitvox::jni;

namespace {

bool by_balls(const granulometry::Options& options) { return options.element == Element::kBall; }

}  // namespace

JNIEXPORT jlongArray JNICALL Java_org_bitvox_Granulometry_readFor(JNIEnv* env, jobject self,
                                                                  jdouble radius, jobject whole,
                                                                  jobject core) {
  return guarded(env, jlongArray{}, [&] {
    const auto options = read<granulometry::Options>(env, self);
    if (by_balls(options)) {
      const PlacedVolume size(whole_of(env, whole), {}, nullptr);
      return read_for(env, whole, core,
                      granulometry::BallBlocks(size, nullptr, options, radius).reach());
    }
    return read_for(env, whole, core, [&](const VolumeSource& size) {
      return granulometry::job_of(size, nullptr, options);
    });
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_Granulometry_memoryFor(JNIEnv* env, jobject self,
                                                              jdouble radius, jobject block,
                                                              jobject memory) {
  guarded(env, [&] {
    const auto options = read<granulometry::Options>(env, self);
    if (by_balls(options)) {
      memory_for<local_thickness::CpuTwin, local_thickness::GpuTwin>(
          env, block, memory, [&](const VolumeSource& size) {
            return granulometry::BallBlocks(size, nullptr, options, radius).job();
          });
      return;
    }
    memory_for<granulometry::CpuTwin, granulometry::GpuTwin>(
        env, block, memory,
        [&](const VolumeSource& size) { return granulometry::job_of(size, nullptr, options); });
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_Granulometry_measureBlock(JNIEnv* env, jobject self,
                                                                 jdouble radius, jobject block,
                                                                 jobject input, jobject mask,
                                                                 jobject map, jobject listener,
                                                                 jobject result) {
  guarded(env, [&] {
    const auto options = read<granulometry::Options>(env, self);
    const PlacedInput inputs(env, block_of(env, block), input, mask);
    JavaProgress progress(env, listener);
    OptionalSliceSink sink(env, map);
    BlockResult measured;
    if (by_balls(options)) {
      const granulometry::BallBlocks balls(inputs.volume(), inputs.mask(), options, radius);
      measured.numbers =
          to_numbers(balls.measure(inputs.block(), sink.get(), measured.run, progress));
    } else {
      const auto job = granulometry::job_of(inputs.volume(), inputs.mask(), options);
      measured.numbers = to_numbers(granulometry::measure_block(
          job, inputs.block(), options, sink.get(), measured.run, progress));
    }
    write(env, result, std::move(measured));
  });
}

JNIEXPORT jlongArray JNICALL Java_org_bitvox_Granulometry_addNumbers(JNIEnv* env, jobject,
                                                                     jlongArray first,
                                                                     jlongArray second) {
  return guarded(env, jlongArray{}, [&] { return add<granulometry::Sizes>(env, first, second); });
}

JNIEXPORT jdouble JNICALL Java_org_bitvox_Granulometry_radiusOf(JNIEnv* env, jclass,
                                                                jlongArray numbers) {
  return guarded(env, jdouble{}, [&] {
    return local_thickness::largest_radius(
        from_numbers<distance_map::Found>(longs_of(env, numbers, "numbers")));
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_Granulometry_finish(JNIEnv* env, jobject self,
                                                           jdouble radius, jobject whole,
                                                           jlongArray numbers, jobject result) {
  guarded(env, [&] {
    const auto options = read<granulometry::Options>(env, self);
    const PlacedVolume size(whole_of(env, whole), {}, nullptr);
    const auto sizes = from_numbers<granulometry::Sizes>(longs_of(env, numbers, "numbers"));
    write(env, result,
          by_balls(options)
              ? granulometry::BallBlocks(size, nullptr, options, radius).finish(sizes)
              : granulometry::finish(granulometry::job_of(size, nullptr, options), sizes, options));
  });
}
