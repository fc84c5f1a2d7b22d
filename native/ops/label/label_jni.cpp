// SPDX-License-Identifier: BSD-2-Clause
#include <cstdint>
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
#include "ops/label/label.hpp"
#include "org_bitvox_Label.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT void JNICALL Java_org_bitvox_Label_label(JNIEnv* env, jobject self, jobject inputs,
                                                   jobject labels, jobject listener,
                                                   jobject result) {
  guarded(env, [&] {
    const JavaFields both(env, inputs, "inputs");
    const VolumeInput volume(env, both.get_object("image", "Lorg/bitvox/VolumeInput;"));
    std::optional<GreyInput> second;
    if (jobject grey = both.get_object("second", "Lorg/bitvox/GreyInput;")) {
      second.emplace(env, grey);
    }
    JavaProgress progress(env, listener);
    auto [labelling, writing] = progress_parts(progress, 199, 1);
    label::Outputs outputs;
    OptionalSliceSink sink(env, labels);
    outputs.labels = sink.get();
    std::optional<BitVolume> binary;
    const jlong binary_handle = both.get_long("binary");
    if (binary_handle != 0) {
      binary.emplace(volume.source().shape());
      outputs.binary = &*binary;
    }
    outputs.objects = both.get_boolean("objects");
    outputs.second = second ? &second->source() : nullptr;
    label::Result labelled =
        label::label(volume.source(), read<label::Options>(env, self), outputs, labelling);
    StandingProgress handing_over(writing);
    write(env, result, std::move(labelled), handing_over);
    progress.report(1, 1);
    if (binary) {
      from_handle<BitVolume>(binary_handle) = std::move(*binary);
    }
  });
}
