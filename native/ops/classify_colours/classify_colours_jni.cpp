// SPDX-License-Identifier: BSD-2-Clause
#include <optional>
#include <utility>

#include "core/threads/progress_parts.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_frames.hpp"
#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slice_sink.hpp"
#include "jni/jni_guard.hpp"
#include "ops/classify_colours/classify_colours.hpp"
#include "org_bitvox_ClassifyColours.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT void JNICALL Java_org_bitvox_ClassifyColours_classify(JNIEnv* env, jobject self,
                                                                jobject images, jobject listener,
                                                                jobject result) {
  guarded(env, [&] {
    const JavaFields all(env, images, "images");
    const JavaFrames frames(env, all.get_object("frames", "Lorg/bitvox/FrameSource;"));
    std::optional<JavaFrames> background;
    if (jobject given = all.get_object("background", "Lorg/bitvox/FrameSource;")) {
      background.emplace(env, given);
    }
    const auto model =
        read<colour::Model>(env, all.get_object("model", "Lorg/bitvox/ColourModel;"), "model");
    const auto receiver = [&](const char* name) {
      return OptionalSliceSink(env, all.get_object(name, "Lorg/bitvox/SliceReceiver;"));
    };
    OptionalSliceSink classes = receiver("classes");
    OptionalSliceSink probabilities = receiver("probabilities");
    OptionalSliceSink labels = receiver("labels");
    JavaProgress progress(env, listener);
    auto [classifying, writing] = progress_parts(progress, 199, 1);
    classify_colours::Result classified =
        classify_colours::classify(frames, model, background ? &*background : nullptr,
                                   read<classify_colours::Options>(env, self),
                                   {classes.get(), probabilities.get(), labels.get()}, classifying);
    StandingProgress handing_over(writing);
    write(env, result, std::move(classified), handing_over);
    progress.report(1, 1);
  });
}
