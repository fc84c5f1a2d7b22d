// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/memory.hpp"
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

std::int64_t most_heap(JNIEnv* env) {
  const LocalRef type(env, env->FindClass("java/lang/Runtime"));
  rethrow_pending(env);
  auto* const runtime = static_cast<jclass>(type.get());
  const jmethodID get = env->GetStaticMethodID(runtime, "getRuntime", "()Ljava/lang/Runtime;");
  const jmethodID most = env->GetMethodID(runtime, "maxMemory", "()J");
  const LocalRef one(env, env->CallStaticObjectMethod(runtime, get));
  rethrow_pending(env);
  return env->CallLongMethod(one.get(), most);
}

// The arrays of set_motifs: one holds at most 2^31 - 1 numbers, and the Java heap all of them.
void check_size(JNIEnv* env, std::size_t count, std::size_t sequences, int length) {
  constexpr std::size_t kMost = INT32_MAX;
  if (count > kMost / std::max<std::size_t>(sequences, 4 * motif::kLongest)) {
    throw InvalidInput("there are " + std::to_string(count) +
                       " motifs, too many for Java; use a smaller max_motifs=");
  }
  constexpr std::size_t kOfMotif = 28;
  constexpr std::size_t kOfSite = 24;
  constexpr std::size_t kOfPlace = 16;
  const auto bytes = static_cast<std::int64_t>(
      count * (kOfMotif + kOfSite * sequences + kOfPlace * static_cast<std::size_t>(length)));
  const std::int64_t most = bytes > motif::kMuchMemory ? most_heap(env) : bytes;
  if (bytes > most) {
    throw HostOutOfMemory(std::to_string(count) + " motifs of " + std::to_string(sequences) +
                          " sequences need " + readable_bytes(bytes) +
                          " of the Java heap, which has " + readable_bytes(most) +
                          "; use a smaller max_motifs=, or raise the heap with -Xmx");
  }
}

// Of each motif, one behind the other.
template <class T, class Get>
std::vector<T> of_motifs(const motif::Result& found, const Get& get) {
  std::vector<T> values;
  values.reserve(found.motifs.size());
  for (const motif::Motif& one : found.motifs) values.push_back(static_cast<T>(get(one)));
  return values;
}

template <class T, class Get>
std::vector<T> of_sites(const motif::Result& found, std::size_t sequences, const Get& get) {
  std::vector<T> values;
  values.reserve(found.motifs.size() * sequences);
  for (const motif::Motif& one : found.motifs) {
    for (const motif::Site& site : one.sites) values.push_back(static_cast<T>(get(site)));
  }
  return values;
}

std::vector<std::int32_t> counts_of(const motif::Result& found, int length) {
  std::vector<std::int32_t> values;
  values.reserve(found.motifs.size() * 4 * static_cast<std::size_t>(length));
  for (const motif::Motif& one : found.motifs) {
    for (const auto& place : one.counts) values.insert(values.end(), place.begin(), place.end());
  }
  return values;
}

// One array after the other, so that only one of them is in memory twice beside the motifs.
void set_motifs(JavaFields& out, const motif::Result& found, std::size_t sequences, int length) {
  using motif::Motif;
  using motif::Site;
  using Int = std::int32_t;
  using Long = std::int64_t;
  out.set_longs("words", of_motifs<Long>(found, [](const Motif& one) { return one.word; }));
  out.set_ints("having", of_motifs<Int>(found, [](const Motif& one) { return one.sequences; }));
  out.set_longs("totalDistances",
                of_motifs<Long>(found, [](const Motif& one) { return one.total_distance; }));
  out.set_doubles("eValues",
                  of_motifs<double>(found, [](const Motif& one) { return one.e_value; }));
  out.set_longs("positions",
                of_sites<Long>(found, sequences, [](const Site& site) { return site.position; }));
  out.set_longs("siteWords",
                of_sites<Long>(found, sequences, [](const Site& site) { return site.word; }));
  out.set_ints("distances",
               of_sites<Int>(found, sequences, [](const Site& site) { return site.distance; }));
  out.set_ints("reversed",
               of_sites<Int>(found, sequences, [](const Site& site) { return site.reverse; }));
  out.set_ints("counts", counts_of(found, length));
}

}  // namespace

JNIEXPORT void JNICALL Java_org_bitvox_Motif_find(JNIEnv* env, jobject self, jobjectArray names,
                                                  jobjectArray letters, jobject listener,
                                                  jobject result) {
  guarded(env, [&] {
    JavaProgress progress(env, listener);
    const motif::Options options = options_of(env, self);
    const std::vector<motif::Sequence> sequences = sequences_of(env, names, letters);
    const motif::Result found = motif::find(sequences, options, progress, [&](std::size_t motifs) {
      check_size(env, motifs, sequences.size(), options.length);
    });
    JavaFields out(env, result, "result");
    set_run(out, found.run);
    out.set_int("length", options.length);
    out.set_long("windows", found.windows);
    out.set_doubles("background",
                    std::vector<double>(found.background.begin(), found.background.end()));
    set_motifs(out, found, sequences.size(), options.length);
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
