// SPDX-License-Identifier: BSD-2-Clause
#include "jni/handle.hpp"
#include "jni/java_arrays.hpp"
#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "ops/graph_distance/graph_distance.hpp"
#include "ops/graph_distance/graph_table.hpp"
#include "org_bitvox_GraphDistance.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT void JNICALL Java_org_bitvox_GraphDistance_measure(JNIEnv* env, jobject self, jlong graph,
                                                             jlongArray sources, jobject listener,
                                                             jobject result) {
  guarded(env, [&] {
    JavaProgress progress(env, listener);
    write(env, result,
          graph_distance::measure(from_handle<graph_distance::Graph>(graph),
                                  longs_of(env, sources, "sources"),
                                  read<graph_distance::Options>(env, self), progress));
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_GraphDistance_writeTable(JNIEnv* env, jclass, jlong graph,
                                                                jlongArray distances,
                                                                jintArray predecessors,
                                                                jbyteArray file, jobject listener) {
  guarded(env, [&] {
    JavaProgress progress(env, listener);
    graph_distance::write_table(path_of(env, file), from_handle<graph_distance::Graph>(graph),
                                longs_of(env, distances, "distances"),
                                ints_of(env, predecessors, "predecessors"), progress);
  });
}
