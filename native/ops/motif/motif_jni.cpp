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

// The arrays of set_motifs: that of counts holds at most 2^31 - 1 numbers, the Java heap all.
void check_size(std::size_t count, std::size_t sequences, int length, std::int64_t heap) {
  constexpr std::size_t kMost = INT32_MAX;
  if (count > kMost / (4 * motif::kLongest)) {
    throw InvalidInput("there are " + std::to_string(count) +
                       " motifs, too many for Java; use a smaller max_motifs=");
  }
  constexpr std::size_t kOfMotif = 28;
  constexpr std::size_t kOfSite = 20;
  constexpr std::size_t kOfPlace = 16;
  const auto bytes = static_cast<std::int64_t>(
      count * (kOfMotif + kOfSite * sequences + kOfPlace * static_cast<std::size_t>(length)));
  if (bytes > heap) {
    throw HostOutOfMemory(std::to_string(count) + " motifs of " + std::to_string(sequences) +
                          " sequences need " + readable_bytes(bytes) +
                          " of the Java heap, which has " + readable_bytes(heap) +
                          "; use a smaller max_motifs=, or raise the heap with -Xmx");
  }
}

// What Java's arrays of a type of number are.
struct Ints {
  using Number = jint;
  static constexpr const char* kType = "[I";
  static constexpr const char* kTypeOfPieces = "[[I";
  static jintArray make(JNIEnv* env, jsize size) { return env->NewIntArray(size); }
  static void put(JNIEnv* env, jarray array, jsize at, const std::vector<jint>& some) {
    const auto size = static_cast<jsize>(some.size());
    env->SetIntArrayRegion(static_cast<jintArray>(array), at, size, some.data());
  }
};
struct Longs {
  using Number = jlong;
  static constexpr const char* kType = "[J";
  static constexpr const char* kTypeOfPieces = "[[J";
  static jlongArray make(JNIEnv* env, jsize size) { return env->NewLongArray(size); }
  static void put(JNIEnv* env, jarray array, jsize at, const std::vector<jlong>& some) {
    const auto size = static_cast<jsize>(some.size());
    env->SetLongArrayRegion(static_cast<jlongArray>(array), at, size, some.data());
  }
};

// What has a number for each site is many arrays of so many motifs: to make one of gigabytes takes
// seconds in which nothing can be stopped.
std::size_t motifs_of_piece(std::size_t sequences) {
  return std::max<std::size_t>(1, (std::size_t{1} << 20) / sequences);
}

class MotifFields {
 public:
  MotifFields(JNIEnv* env, JavaFields& out, const motif::Result& found, Progress& progress)
      : env_(env), out_(out), motifs_(found.motifs), progress_(progress) {}

  // get(site), of every motif and sequence.
  template <class Kind, class Get>
  void set_of_sites(const char* name, std::size_t sequences, const Get& get) {
    const std::size_t of_piece = motifs_of_piece(sequences);
    const auto pieces = static_cast<jsize>((motifs_.size() + of_piece - 1) / of_piece);
    const LocalRef type(env_, env_->FindClass(Kind::kType));
    rethrow_pending(env_);
    const LocalRef all(env_,
                       env_->NewObjectArray(pieces, static_cast<jclass>(type.get()), nullptr));
    rethrow_pending(env_);
    std::vector<typename Kind::Number> numbers;
    for (jsize i = 0; i < pieces; ++i) {
      progress_.report(0, 1);
      const std::size_t first = static_cast<std::size_t>(i) * of_piece;
      numbers.clear();
      for (std::size_t m = first; m < std::min(first + of_piece, motifs_.size()); ++m) {
        for (const motif::Site& site : motifs_[m].sites) {
          numbers.push_back(static_cast<typename Kind::Number>(get(site)));
        }
      }
      const LocalRef piece(env_, Kind::make(env_, static_cast<jsize>(numbers.size())));
      rethrow_pending(env_);
      Kind::put(env_, static_cast<jarray>(piece.get()), 0, numbers);
      env_->SetObjectArrayElement(static_cast<jobjectArray>(all.get()), i, piece.get());
    }
    out_.set_object(name, Kind::kTypeOfPieces, all.get());
  }

  // A number a motif.
  template <class T, class Get>
  std::vector<T> of_motifs(const Get& get) {
    progress_.report(0, 1);
    std::vector<T> values;
    values.reserve(motifs_.size());
    for (const motif::Motif& one : motifs_) values.push_back(static_cast<T>(get(one)));
    return values;
  }

  std::vector<std::int32_t> counts(int length) {
    progress_.report(0, 1);
    std::vector<std::int32_t> values;
    values.reserve(motifs_.size() * 4 * static_cast<std::size_t>(length));
    for (const motif::Motif& one : motifs_) {
      for (const auto& place : one.counts) values.insert(values.end(), place.begin(), place.end());
    }
    return values;
  }

 private:
  JNIEnv* env_;
  JavaFields& out_;
  const std::vector<motif::Motif>& motifs_;
  Progress& progress_;
};

// One array after the other, so that only one of them is in memory twice beside the motifs.
void set_motifs(JNIEnv* env, JavaFields& out, const motif::Result& found, std::size_t sequences,
                int length, Progress& progress) {
  using motif::Motif;
  using motif::Site;
  using Int = std::int32_t;
  using Long = std::int64_t;
  MotifFields fields(env, out, found, progress);
  out.set_int("sequenceCount", static_cast<int>(sequences));
  out.set_int("motifsOfPiece", static_cast<int>(motifs_of_piece(sequences)));
  out.set_longs("words", fields.of_motifs<Long>([](const Motif& one) { return one.word; }));
  out.set_ints("having", fields.of_motifs<Int>([](const Motif& one) { return one.sequences; }));
  out.set_longs("totalDistances",
                fields.of_motifs<Long>([](const Motif& one) { return one.total_distance; }));
  out.set_doubles("eValues",
                  fields.of_motifs<double>([](const Motif& one) { return one.e_value; }));
  fields.set_of_sites<Ints>("positions", sequences, [](const Site& one) { return one.position; });
  fields.set_of_sites<Longs>("siteWords", sequences, [](const Site& one) { return one.word; });
  fields.set_of_sites<Ints>("distances", sequences, [](const Site& one) { return one.distance; });
  fields.set_of_sites<Ints>("reversed", sequences, [](const Site& one) { return one.reverse; });
  out.set_ints("counts", fields.counts(length));
}

}  // namespace

JNIEXPORT void JNICALL Java_org_bitvox_Motif_find(JNIEnv* env, jobject self, jobjectArray names,
                                                  jobjectArray letters, jlong heap,
                                                  jobject listener, jobject result) {
  guarded(env, [&] {
    JavaProgress progress(env, listener);
    constexpr std::int64_t kFound = 995;  // thousandths
    PhaseProgress finding(progress, 0, kFound);
    const motif::Options options = options_of(env, self);
    const std::vector<motif::Sequence> sequences = sequences_of(env, names, letters);
    const motif::Result found = motif::find(sequences, options, finding, [&](std::size_t motifs) {
      check_size(motifs, sequences.size(), options.length, heap);
    });
    JavaFields out(env, result, "result");
    set_run(out, found.run);
    out.set_int("length", options.length);
    out.set_long("windows", found.windows);
    out.set_doubles("background",
                    std::vector<double>(found.background.begin(), found.background.end()));
    StandingProgress handing_over(progress, kFound);
    set_motifs(env, out, found, sequences.size(), options.length, handing_over);
    progress.report(1, 1);
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
