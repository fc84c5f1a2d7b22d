// SPDX-License-Identifier: BSD-2-Clause
#include <memory>

#include "core/parallel.hpp"
#include "jni/grey_input.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_string.hpp"
#include "jni/jni_guard.hpp"
#include "jni/string_array.hpp"
#include "jni/volume_input.hpp"
#include "ops/joint_histogram/joint_histogram.hpp"
#include "org_bitvox_JointHistogram.h"

using namespace bitvox::jni;

namespace {

void set_longs(JNIEnv* env, jlongArray array, const std::int64_t* values, std::size_t count) {
  env->SetLongArrayRegion(array, 0, static_cast<jsize>(count), values);
  rethrow_pending(env);
}

void set_doubles(JNIEnv* env, jdoubleArray array, const double* values, std::size_t count) {
  env->SetDoubleArrayRegion(array, 0, static_cast<jsize>(count), values);
  rethrow_pending(env);
}

}  // namespace

JNIEXPORT void JNICALL Java_org_bitvox_JointHistogram_fullRange(JNIEnv* env, jclass, jobject input,
                                                                jint threads, jobject listener,
                                                                jdoubleArray range) {
  guarded(env, [&] {
    const GreyInput volume(env, input);
    JavaProgress progress(env, listener);
    const bitvox::BinRange found =
        bitvox::full_range(volume.source(), bitvox::thread_count(threads), progress);
    const double ends[] = {found.low, found.high};
    set_doubles(env, range, ends, 2);
  });
}

JNIEXPORT jlongArray JNICALL Java_org_bitvox_JointHistogram_measure(
    JNIEnv* env, jclass, jobject first, jobject second, jobject mask, jint first_bins,
    jint second_bins, jdouble first_low, jdouble first_high, jdouble second_low,
    jdouble second_high, jdouble first_threshold, jdouble second_threshold, jstring backend,
    jint threads, jobject listener, jlongArray totals, jdoubleArray statistics,
    jobjectArray report) {
  return guarded(env, jlongArray{nullptr}, [&] {
    const GreyInput a(env, first);
    const GreyInput b(env, second);
    const auto m = mask == nullptr ? nullptr : std::make_unique<VolumeInput>(env, mask);
    JavaProgress progress(env, listener);
    bitvox::JointHistogramOptions options;
    options.first_bins = first_bins;
    options.second_bins = second_bins;
    options.first_range = {first_low, first_high};
    options.second_range = {second_low, second_high};
    options.first_threshold = first_threshold;
    options.second_threshold = second_threshold;
    options.backend = to_string(env, backend, "backend");
    options.threads = threads;
    const bitvox::JointHistogram result = bitvox::joint_histogram(
        a.source(), b.source(), m == nullptr ? nullptr : &m->source(), options, progress);

    const bitvox::JointStatistics s = bitvox::statistics(result);
    const std::int64_t voxels[] = {result.used, result.outside, result.not_finite};
    const double values[] = {
        s.first_entropy,  s.second_entropy,  s.joint_entropy, s.mutual_information,
        s.normalised_sum, s.normalised_mean, s.pearson,       s.manders_first,
        s.manders_second};
    set_longs(env, totals, voxels, std::size(voxels));
    set_doubles(env, statistics, values, std::size(values));
    set_string(env, report, 0, result.run.backend);
    set_string(env, report, 1, result.run.note);
    jlongArray counts = env->NewLongArray(static_cast<jsize>(result.counts.size()));
    rethrow_pending(env);
    set_longs(env, counts, result.counts.data(), result.counts.size());
    return counts;
  });
}
