// SPDX-License-Identifier: BSD-2-Clause
#include "jni/java_fields.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slice_sink.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/granulometry/granulometry.hpp"
#include "org_bitvox_Granulometry.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT void JNICALL Java_org_bitvox_Granulometry_measure(JNIEnv* env, jobject self,
                                                            jobject input, jobject map,
                                                            jobject listener, jobject result) {
  guarded(env, [&] {
    const VolumeInput volume(env, input);
    JavaProgress progress(env, listener);
    const JavaFields fields(env, self, "options");
    granulometry::Options options;
    options.phase = fields.get_enum<Phase>("phase");
    options.element = fields.get_enum<Element>("element");
    options.edges = fields.get_enum<Edges>("edges");
    options.extent = fields.get_enum<Extent>("extent");
    options.max_radius = fields.get_int("maxRadius");
    options.spacing = {fields.get_double("voxelWidth"), fields.get_double("voxelHeight"),
                       fields.get_double("voxelDepth")};
    options.step = fields.get_double("step");
    options.backend = fields.get_string("backend");
    options.threads = fields.get_int("threads");
    OptionalSliceSink sink(env, map);
    const granulometry::Result measured =
        granulometry::measure(volume.source(), options, sink.get(), progress);

    JavaFields out(env, result, "result");
    set_run(out, measured.run);
    out.set_longs("counts", measured.counts);
    out.set_double("step", measured.step);
  });
}
