// SPDX-License-Identifier: BSD-2-Clause
#include <utility>

#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slice_sink.hpp"
#include "jni/jni_guard.hpp"
#include "ops/sample_match/sample_match.hpp"
#include "org_bitvox_SampleMatch.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT void JNICALL Java_org_bitvox_SampleMatch_make(JNIEnv* env, jobject self, jobject movie,
                                                        jobject classes, jobject players,
                                                        jobject background, jobject listener,
                                                        jobject result) {
  guarded(env, [&] {
    JavaProgress progress(env, listener);
    OptionalSliceSink movie_sink(env, movie);
    OptionalSliceSink classes_sink(env, classes);
    OptionalSliceSink players_sink(env, players);
    OptionalSliceSink background_sink(env, background);
    write(env, result,
          sample_match::make(
              read<sample_match::Options>(env, self),
              {movie_sink.get(), classes_sink.get(), players_sink.get(), background_sink.get()},
              progress));
  });
}
