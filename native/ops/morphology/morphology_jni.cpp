// SPDX-License-Identifier: BSD-2-Clause
#include <optional>
#include <utility>

#include "core/bit_volume.hpp"
#include "jni/handle.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/label/connectivity_jni.hpp"
#include "ops/morphology/morphology.hpp"
#include "org_bitvox_Morphology.h"

using namespace bitvox;
using namespace bitvox::jni;

template <>
struct bitvox::jni::JavaEnum<morphology::Operation> {
  static constexpr const char* kType = "Lorg/bitvox/Morphology$Operation;";
  static constexpr const char* kNames[] = {
      "ERODE",         "DILATE",     "OPEN",          "CLOSE",       "GRADIENT",  "WHITE_TOP_HAT",
      "BLACK_TOP_HAT", "FILL_HOLES", "REMOVE_BORDER", "RECONSTRUCT", "AREA_OPEN", "KEEP_LARGEST",
      "AND",           "OR",         "XOR",           "MINUS"};
};

JNIEXPORT void JNICALL Java_org_bitvox_Morphology_apply(JNIEnv* env, jobject self, jobject input,
                                                        jobject second_input, jlong volume,
                                                        jobject listener, jobject result) {
  guarded(env, [&] {
    const VolumeInput first(env, input);
    std::optional<VolumeInput> second;
    if (second_input != nullptr) {
      second.emplace(env, second_input);
    }
    JavaProgress progress(env, listener);
    const JavaFields fields(env, self, "options");
    morphology::Options options;
    options.operation = fields.get_enum<morphology::Operation>("operation");
    options.element = fields.get_enum<Element>("element");
    options.radius = fields.get_int("radius");
    options.edges = fields.get_enum<Edges>("edges");
    options.extent = fields.get_enum<Extent>("extent");
    options.connectivity = fields.get_enum<label::Connectivity>("connectivity");
    options.min_size = fields.get_long("minSize");
    options.backend = fields.get_string("backend");
    options.threads = fields.get_int("threads");
    morphology::Result computed =
        morphology::apply(first.source(), second ? &second->source() : nullptr, options, progress);

    JavaFields out(env, result, "result");
    set_run(out, computed.run);
    out.set_long("voxelsBefore", computed.voxels_before);
    out.set_long("voxelsAfter", computed.voxels_after);
    from_handle<BitVolume>(volume) = std::move(computed.volume);
  });
}
