// SPDX-License-Identifier: BSD-2-Clause
#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "jni/handle.hpp"
#include "jni/java_arrays.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "ops/graph_distance/graph_reader.hpp"
#include "org_bitvox_WeightedGraph.h"

using namespace bitvox;
using namespace bitvox::jni;

namespace {

graph_distance::Direction direction_of(jboolean is_undirected) {
  return is_undirected != JNI_FALSE ? graph_distance::Direction::kUndirected
                                    : graph_distance::Direction::kDirected;
}

}  // namespace

JNIEXPORT jlong JNICALL Java_org_bitvox_WeightedGraph_read(JNIEnv* env, jclass, jbyteArray file,
                                                           jboolean undirected, jobject listener) {
  return guarded(env, jlong{0}, [&] {
    JavaProgress progress(env, listener);
    return to_handle(new graph_distance::Graph(
        graph_distance::read_graph(path_of(env, file), direction_of(undirected), progress)));
  });
}

JNIEXPORT jlong JNICALL Java_org_bitvox_WeightedGraph_create(JNIEnv* env, jclass, jint vertices,
                                                             jintArray from, jintArray to,
                                                             jdoubleArray weight,
                                                             jboolean undirected,
                                                             jobject listener) {
  return guarded(env, jlong{0}, [&] {
    JavaProgress progress(env, listener);
    if (weight != nullptr) {
      require_memory({"the graph", "Use a smaller graph."}, host_memory(),
                     24 * static_cast<std::int64_t>(env->GetArrayLength(weight)));
    }
    graph_distance::Edges edges;
    edges.vertices = vertices;
    edges.from = ints_of(env, from, "from");
    edges.to = ints_of(env, to, "to");
    for (const double value : doubles_of(env, weight, "weight")) {
      const std::int64_t number = edges.weights.size();
      const std::string wrong = edges.weights.add(value);
      if (!wrong.empty()) {
        throw InvalidInput("the weight of edge " + std::to_string(number) + " is " +
                           std::to_string(value) + ", " + wrong);
      }
    }
    progress.report(0, 2);
    StandingProgress standing(progress);
    return to_handle(
        new graph_distance::Graph(to_graph(std::move(edges), direction_of(undirected), standing)));
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_WeightedGraph_destroy(JNIEnv* env, jclass, jlong handle) {
  guarded(env, [&] { delete &from_handle<graph_distance::Graph>(handle); });
}

// Vertices, edges, arcs, decimals or -1 for floats.
JNIEXPORT jlongArray JNICALL Java_org_bitvox_WeightedGraph_sizes(JNIEnv* env, jclass,
                                                                 jlong handle) {
  return guarded(env, jlongArray{}, [&] {
    const auto& graph = from_handle<graph_distance::Graph>(handle);
    const jlong sizes[] = {
        graph.vertices(), graph.edges, graph.arcs(),
        graph.units.kind == graph_distance::Kind::kFloats ? -1 : graph.units.decimals};
    constexpr jsize kCount = 4;
    jlongArray array = env->NewLongArray(kCount);
    rethrow_pending(env);
    env->SetLongArrayRegion(array, 0, kCount, sizes);
    return array;
  });
}

JNIEXPORT jlong JNICALL Java_org_bitvox_WeightedGraph_name(JNIEnv* env, jclass, jlong handle,
                                                           jint vertex) {
  return guarded(env, jlong{0}, [&] {
    const auto& graph = from_handle<graph_distance::Graph>(handle);
    if (vertex < 0 || vertex >= graph.vertices()) {
      throw InvalidInput("there is no vertex " + std::to_string(vertex) +
                         "; they count from 0 to " + std::to_string(graph.vertices() - 1));
    }
    return static_cast<jlong>(graph.name(vertex));
  });
}

JNIEXPORT jint JNICALL Java_org_bitvox_WeightedGraph_vertexOf(JNIEnv* env, jclass, jlong handle,
                                                              jlong name) {
  return guarded(env, jint{0}, [&] {
    return static_cast<jint>(from_handle<graph_distance::Graph>(handle).vertex_of(name));
  });
}
