// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "jni/java_arrays.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_string.hpp"
#include "jni/jni_guard.hpp"
#include "jni/references.hpp"
#include "ops/motif/motif.hpp"
#include "org_bitvox_Motif.h"

using namespace bitvox;
using namespace bitvox::jni;

template <>
struct bitvox::jni::JavaEnum<motif::Strands> {
  static constexpr const char* kType = "Lorg/bitvox/Motif$Strands;";
  static constexpr const char* kNames[] = {"FORWARD", "BOTH"};
};

template <>
struct bitvox::jni::JavaEnum<motif::LowerCase> {
  static constexpr const char* kType = "Lorg/bitvox/Motif$LowerCase;";
  static constexpr const char* kNames[] = {"SAME", "MASKED"};
};

namespace {

std::string name_of(JNIEnv* env, jobjectArray names, jsize i) {
  const LocalRef name(env, env->GetObjectArrayElement(names, i));
  rethrow_pending(env);
  return jni::to_string(env, static_cast<jstring>(name.get()), "a sequence's name");
}

std::string letters_of(JNIEnv* env, jobjectArray letters, jsize i) {
  const LocalRef array(env, env->GetObjectArrayElement(letters, i));
  rethrow_pending(env);
  return bytes_of(env, static_cast<jbyteArray>(array.get()), "a sequence");
}

std::vector<motif::Sequence> sequences_of(JNIEnv* env, jobjectArray names, jobjectArray letters) {
  std::vector<motif::Sequence> sequences;
  const jsize count = env->GetArrayLength(letters);
  sequences.reserve(static_cast<std::size_t>(count));
  for (jsize i = 0; i < count; ++i) {
    sequences.push_back({name_of(env, names, i), letters_of(env, letters, i)});
  }
  return sequences;
}

motif::Options options_of(JNIEnv* env, jobject self) {
  const JavaFields fields(env, self, "options");
  motif::Options options;
  options.length = fields.get_int("length");
  options.distance = fields.get_int("distance");
  options.quorum = fields.get_int("quorum");
  options.strands = fields.get_enum<motif::Strands>("strands");
  options.lower_case = fields.get_enum<motif::LowerCase>("lowerCase");
  options.most_motifs = fields.get_int("mostMotifs");
  options.backend = fields.get_string("backend");
  options.threads = fields.get_int("threads");
  return options;
}

// Arrays of all motifs one behind the other: an array of Java holds no more.
void check_size(const motif::Result& found, std::size_t sequences) {
  constexpr std::size_t kMost = INT32_MAX;
  if (found.motifs.size() > kMost / std::max<std::size_t>(sequences, 4 * motif::kLongest)) {
    throw InvalidInput("there are " + std::to_string(found.motifs.size()) +
                       " motifs, too many for Java; use a smaller max_motifs=");
  }
}

}  // namespace

JNIEXPORT void JNICALL Java_org_bitvox_Motif_find(JNIEnv* env, jobject self, jobjectArray names,
                                                  jobjectArray letters, jobject listener,
                                                  jobject result) {
  guarded(env, [&] {
    JavaProgress progress(env, listener);
    const motif::Options options = options_of(env, self);
    const std::vector<motif::Sequence> sequences = sequences_of(env, names, letters);
    const motif::Result found = motif::find(sequences, options, progress);
    check_size(found, sequences.size());

    std::vector<std::int64_t> words, total_distances, positions, site_words;
    std::vector<std::int32_t> having, distances, reversed, counts;
    std::vector<double> e_values;
    for (const motif::Motif& one : found.motifs) {
      words.push_back(static_cast<std::int64_t>(one.word));
      having.push_back(one.sequences);
      total_distances.push_back(one.total_distance);
      e_values.push_back(one.e_value);
      for (const motif::Site& site : one.sites) {
        positions.push_back(site.position);
        site_words.push_back(static_cast<std::int64_t>(site.word));
        distances.push_back(site.distance);
        reversed.push_back(site.reverse ? 1 : 0);
      }
      for (const auto& column : one.counts) {
        for (const std::int64_t count : column) counts.push_back(static_cast<std::int32_t>(count));
      }
    }
    JavaFields out(env, result, "result");
    set_run(out, found.run);
    out.set_int("length", options.length);
    out.set_long("windows", found.windows);
    out.set_doubles("background",
                    std::vector<double>(found.background.begin(), found.background.end()));
    out.set_longs("words", words);
    out.set_ints("having", having);
    out.set_longs("totalDistances", total_distances);
    out.set_doubles("eValues", e_values);
    out.set_longs("positions", positions);
    out.set_longs("siteWords", site_words);
    out.set_ints("distances", distances);
    out.set_ints("reversed", reversed);
    out.set_ints("counts", counts);
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_Motif_estimate(JNIEnv* env, jobject self, jobjectArray names,
                                                      jobjectArray letters, jobject listener,
                                                      jobject result) {
  guarded(env, [&] {
    JavaProgress progress(env, listener);
    const motif::Estimate found =
        motif::estimate(sequences_of(env, names, letters), options_of(env, self), progress);
    JavaFields out(env, result, "result");
    out.set_double("expected", found.expected);
    out.set_double("seconds", found.seconds);
  });
}
