// SPDX-License-Identifier: BSD-2-Clause
#include "jni/java_fields.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "ops/sample_motif/sample_motif.hpp"
#include "org_bitvox_SampleMotif.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT void JNICALL Java_org_bitvox_SampleMotif_make(JNIEnv* env, jobject self, jobject listener,
                                                        jobject result) {
  guarded(env, [&] {
    JavaProgress progress(env, listener);
    const JavaFields fields(env, self, "options");
    sample_motif::Options options;
    options.sequences = fields.get_int("sequences");
    options.letters = fields.get_int("letters");
    options.length = fields.get_int("length");
    options.distance = fields.get_int("distance");
    options.gc = fields.get_double("gc");
    options.seed = static_cast<std::uint64_t>(fields.get_long("seed"));
    const sample_motif::Result made = sample_motif::make(options, progress);

    JavaFields out(env, result, "result");
    out.set_string("motif", made.motif);
    out.set_longs("positions", made.positions);
    std::string all;
    for (const std::string& letters : made.sequences) all += letters;
    out.set_string("letters", all);
  });
}
