// SPDX-License-Identifier: BSD-2-Clause
#include <optional>
#include <utility>

#include "core/threads/progress_parts.hpp"
#include "jni/grey_input.hpp"
#include "jni/handle.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slice_sink.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/split_objects/split_objects.hpp"
#include "org_bitvox_SplitObjects.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT void JNICALL Java_org_bitvox_SplitObjects_split(JNIEnv* env, jobject self, jobject inputs,
                                                          jobject labels, jobject listener,
                                                          jobject result) {
  guarded(env, [&] {
    const JavaFields all(env, inputs, "inputs");
    const VolumeInput volume(env, all.get_object("volume", "Lorg/bitvox/VolumeInput;"));
    std::optional<GreyInput> grey, markers, second;
    split_objects::Images images;
    const auto open = [&](const char* name, std::optional<GreyInput>& input) -> const GreySource* {
      jobject image = all.get_object(name, "Lorg/bitvox/GreyInput;");
      if (image == nullptr) return nullptr;
      return &input.emplace(env, image).source();
    };
    images.grey = open("grey", grey);
    images.markers = open("markers", markers);
    images.second = open("second", second);
    JavaProgress progress(env, listener);
    auto [splitting, writing] = progress_parts(progress, 199, 1);
    split_objects::Outputs outputs;
    OptionalSliceSink sink(env, labels);
    outputs.labels = sink.get();
    outputs.objects = all.get_boolean("objects");
    std::optional<BitVolume> binary;
    const jlong binary_handle = all.get_long("binary");
    if (binary_handle != 0) {
      binary.emplace(volume.source().shape());
      outputs.binary = &*binary;
    }
    split_objects::Result parts = split_objects::split(
        volume.source(), images, read<split_objects::Options>(env, self), outputs, splitting);
    StandingProgress handing_over(writing);
    write(env, result, std::move(parts), handing_over);
    progress.report(1, 1);
    if (binary) from_handle<BitVolume>(binary_handle) = std::move(*binary);
  });
}
