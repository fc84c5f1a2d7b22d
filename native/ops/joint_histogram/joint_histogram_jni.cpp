// SPDX-License-Identifier: BSD-2-Clause
#include <optional>
#include <utility>
#include <vector>

#include "core/parallel.hpp"
#include "jni/grey_input.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/joint_histogram/joint_histogram.hpp"
#include "ops/joint_histogram/joint_histogram_colocalization.hpp"
#include "org_bitvox_JointHistogram.h"

using namespace bitvox;
using namespace bitvox::jni;
using joint_histogram::BinRange;

namespace {

constexpr const char* kColocalizationType = "Lorg/bitvox/Colocalization;";
constexpr const char* kLineType = "Lorg/bitvox/JointHistogram$Line;";
constexpr const char* kRangeType = "Lorg/bitvox/BinRange;";

void set_range(JNIEnv* env, jobject object, const BinRange& range) {
  JavaFields fields(env, object, "range");
  fields.set_double("low", range.low);
  fields.set_double("high", range.high);
}

// The range that was asked for, or all values of the image.
BinRange range_of(JNIEnv* env, jobject asked, const GreySource& image, int threads,
                  Progress& progress, const std::string& called) {
  if (asked == nullptr) {
    return joint_histogram::full_range(image, threads, progress, called);
  }
  const JavaFields fields(env, asked, "range");
  return {fields.get_double("low"), fields.get_double("high")};
}

joint_histogram::ShownLine shown_line(const JavaFields& options, const char* name) {
  const JavaFields line(options.env(), options.get_object(name, kLineType), name);
  return {line.get_double("offset"), line.get_double("slope")};
}

// One of the volume, or one a slice.
std::vector<joint_histogram::Result> count_each(Extent extent, const GreySource& first,
                                                const GreySource& second, const VolumeSource* mask,
                                                const joint_histogram::Options& options,
                                                Progress& progress) {
  if (extent == Extent::kPerSlice) {
    return joint_histogram::count_slices(first, second, mask, options, progress);
  }
  std::vector<joint_histogram::Result> results;
  results.push_back(joint_histogram::count(first, second, mask, options, progress));
  return results;
}

joint_histogram::Shuffling shuffling_of(const JavaFields& options) {
  joint_histogram::Shuffling shuffling;
  shuffling.randomisations = options.get_int("randomisations");
  shuffling.block = {options.get_int("blockWidth"), options.get_int("blockHeight"),
                     options.get_int("blockDepth")};
  shuffling.seed = static_cast<std::uint64_t>(options.get_long("seed"));
  return shuffling;
}

void set_colocalization(JavaFields& result, const joint_histogram::Colocalization& c) {
  JavaFields out(result.env(), result.get_object("colocalization", kColocalizationType),
                 "colocalization");
  out.set_double("spearman", c.spearman);
  out.set_double("kendall", c.kendall);
  out.set_double("icq", c.icq);
  out.set_double("slope", c.slope);
  out.set_double("intercept", c.intercept);
  out.set_double("firstThreshold", c.first_threshold);
  out.set_double("secondThreshold", c.second_threshold);
  out.set_long("above", c.above);
  out.set_double("pearsonAbove", c.pearson_above);
  out.set_double("pearsonBelow", c.pearson_below);
  out.set_double("mandersFirst", c.manders_first);
  out.set_double("mandersSecond", c.manders_second);
  out.set_long("blocks", c.blocks);
  out.set_double("blocksPearson", c.blocks_pearson);
  out.set_double("shuffledMean", c.shuffled_mean);
  out.set_double("shuffledSd", c.shuffled_sd);
  out.set_double("shuffledBelow", c.shuffled_below);
}

// The last tenth of the progress is for the statistics of all histograms.
std::int64_t part_done(std::size_t histograms, std::size_t all) {
  return 900 + static_cast<std::int64_t>(100 * histograms / all);
}

void set_statistics(JavaFields& out, const joint_histogram::Statistics& s) {
  out.set_double("firstEntropy", s.first_entropy);
  out.set_double("secondEntropy", s.second_entropy);
  out.set_double("jointEntropy", s.joint_entropy);
  out.set_double("mutualInformation", s.mutual_information);
  out.set_double("normalisedSum", s.normalised_sum);
  out.set_double("normalisedMean", s.normalised_mean);
  out.set_double("pearson", s.pearson);
  out.set_double("mandersFirst", s.manders_first);
  out.set_double("mandersSecond", s.manders_second);
}

}  // namespace

JNIEXPORT void JNICALL Java_org_bitvox_JointHistogram_fullRange(JNIEnv* env, jclass, jobject input,
                                                                jint threads, jobject listener,
                                                                jobject range) {
  guarded(env, [&] {
    const GreyInput image(env, input);
    JavaProgress progress(env, listener);
    set_range(env, range,
              joint_histogram::full_range(image.source(), thread_count(threads), progress));
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_JointHistogram_measure(JNIEnv* env, jobject self,
                                                              jobject images, jobject mask,
                                                              jobject listener,
                                                              jobjectArray results) {
  guarded(env, [&] {
    const JavaFields both(env, images, "images");
    const GreyInput first(env, both.get_object("first", "Lorg/bitvox/GreyInput;"));
    const GreyInput second(env, both.get_object("second", "Lorg/bitvox/GreyInput;"));
    std::optional<VolumeInput> masked;
    if (mask != nullptr) {
      masked.emplace(env, mask);
    }
    JavaProgress progress(env, listener);
    const JavaFields fields(env, self, "options");
    joint_histogram::Options options;
    options.first_bins = fields.get_int("firstBins");
    options.second_bins = fields.get_int("secondBins");
    options.first_threshold = fields.get_double("firstThreshold");
    options.second_threshold = fields.get_double("secondThreshold");
    options.first_shown = shown_line(fields, "firstShown");
    options.second_shown = shown_line(fields, "secondShown");
    options.backend = fields.get_string("backend");
    options.threads = fields.get_int("threads");
    const int threads = thread_count(options.threads);
    // Looking for the range of floats is one of three passes over an image.
    jobject first_range = fields.get_object("firstRange", kRangeType);
    jobject second_range = fields.get_object("secondRange", kRangeType);
    const int first_end = first_range == nullptr ? 300 : 0;
    const int second_end = first_end + (second_range == nullptr ? 300 : 0);
    const bool colocalization = fields.get_boolean("colocalization");
    const int counting_end = colocalization ? second_end + (900 - second_end) / 3 : 900;
    PhaseProgress first_pass(progress, 0, first_end);
    PhaseProgress second_pass(progress, first_end, second_end);
    PhaseProgress counting(progress, second_end, counting_end);
    PhaseProgress colocalizing(progress, counting_end, 900);
    options.first_range =
        range_of(env, first_range, first.source(), threads, first_pass, "the input");
    options.second_range =
        range_of(env, second_range, second.source(), threads, second_pass, "the second image");
    const VolumeSource* const mask_source = masked ? &masked->source() : nullptr;
    std::vector<joint_histogram::Result> all =
        count_each(fields.get_enum<Extent>("extent"), first.source(), second.source(), mask_source,
                   options, counting);
    std::vector<joint_histogram::Colocalization> colocalizations;
    if (colocalization) {
      colocalizations =
          joint_histogram::colocalize(first.source(), second.source(), mask_source, options,
                                      shuffling_of(fields), all, colocalizing);
    }

    for (std::size_t i = 0; i < all.size(); ++i) {
      const joint_histogram::Result counted = std::move(all[i]);  // freed once Java has it
      const LocalFrame frame(env, 16);
      JavaFields out(env, env->GetObjectArrayElement(results, static_cast<jsize>(i)), "result");
      set_run(out, counted.run);
      set_range(env, out.get_object("firstRange", kRangeType), options.first_range);
      set_range(env, out.get_object("secondRange", kRangeType), options.second_range);
      out.set_int("firstBins", counted.first_bins);
      out.set_int("secondBins", counted.second_bins);
      out.set_longs("counts", counted.counts);
      out.set_long("used", counted.used);
      out.set_long("outside", counted.outside);
      out.set_long("notFinite", counted.not_finite);
      if (colocalization) {
        set_colocalization(out, colocalizations[i]);
      }
      PhaseProgress finishing(progress, part_done(i, all.size()), part_done(i + 1, all.size()));
      set_statistics(out, joint_histogram::statistics(counted, finishing));
    }
  });
}
