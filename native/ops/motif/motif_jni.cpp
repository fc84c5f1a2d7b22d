// SPDX-License-Identifier: BSD-2-Clause
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "core/threads/progress_parts.hpp"
#include "jni/java_arrays.hpp"
#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_string.hpp"
#include "jni/jni_guard.hpp"
#include "jni/references.hpp"
#include "ops/motif/motif.hpp"
#include "org_bitvox_Motif.h"

using namespace bitvox;
using namespace bitvox::jni;

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

// An array of Java, such as that of counts, holds at most 2^31 - 1 numbers; the Java heap must hold
// all.
void check_size(std::size_t count, std::size_t sequences, int length, std::int64_t heap) {
  constexpr std::size_t kMost = INT32_MAX;
  if (count > kMost / (4 * motif::kLongest)) {
    throw InvalidInput("there are " + std::to_string(count) +
                       " motifs, too many for Java; use a smaller max_motifs=");
  }
  const std::int64_t bytes = motif::bytes_of_columns(count, sequences, length);
  if (bytes > heap) {
    throw HostOutOfMemory(std::to_string(count) + " motifs of " + std::to_string(sequences) +
                          " sequences need " + readable_bytes_at_least(bytes) +
                          " of the Java heap, which has " + readable_bytes_at_most(heap) +
                          "; use a smaller max_motifs=, or raise the heap with -Xmx");
  }
}

}  // namespace

JNIEXPORT void JNICALL Java_org_bitvox_Motif_find(JNIEnv* env, jobject self, jobjectArray names,
                                                  jobjectArray letters, jlong heap,
                                                  jobject listener, jobject result) {
  guarded(env, [&] {
    JavaProgress progress(env, listener);
    auto [finding, handing_over] = progress_parts(progress, 199, 1);
    const auto options = read<motif::Options>(env, self);
    const std::vector<motif::Sequence> sequences = sequences_of(env, names, letters);
    motif::Result found = motif::find(sequences, options, finding, [&](std::size_t motifs) {
      check_size(motifs, sequences.size(), options.length, heap);
    });
    StandingProgress standing(handing_over);
    write(env, result, std::move(found), standing);
    progress.report(1, 1);
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_Motif_estimate(JNIEnv* env, jobject self, jobjectArray names,
                                                      jobjectArray letters, jobject listener,
                                                      jobject result) {
  guarded(env, [&] {
    JavaProgress progress(env, listener);
    write(env, result,
          motif::estimate(sequences_of(env, names, letters), read<motif::Options>(env, self),
                          progress));
  });
}
