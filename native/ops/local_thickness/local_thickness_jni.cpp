// SPDX-License-Identifier: BSD-2-Clause
#include "jni/java_fields.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slice_sink.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/local_thickness/local_thickness.hpp"
#include "org_bitvox_LocalThickness.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT void JNICALL Java_org_bitvox_LocalThickness_measure(JNIEnv* env, jobject self,
                                                              jobject input, jobject map,
                                                              jobject listener, jobject result) {
  guarded(env, [&] {
    const VolumeInput volume(env, input);
    JavaProgress progress(env, listener);
    const JavaFields fields(env, self, "options");
    local_thickness::Options options;
    options.phase = fields.get_enum<Phase>("phase");
    options.edges = fields.get_enum<Edges>("edges");
    options.extent = fields.get_enum<Extent>("extent");
    options.spacing = {fields.get_double("voxelWidth"), fields.get_double("voxelHeight"),
                       fields.get_double("voxelDepth")};
    options.backend = fields.get_string("backend");
    options.threads = fields.get_int("threads");
    OptionalSliceSink sink(env, map);
    const local_thickness::Result measured =
        local_thickness::measure(volume.source(), options, sink.get(), progress);

    JavaFields out(env, result, "result");
    set_run(out, measured.run);
    out.set_doubles("thickness", measured.thickness);
    out.set_longs("voxels", measured.voxels);
  });
}
