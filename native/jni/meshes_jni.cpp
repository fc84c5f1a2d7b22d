// SPDX-License-Identifier: BSD-2-Clause
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/options/fields.hpp"
#include "jni/handle.hpp"
#include "jni/java_arrays.hpp"
#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "meshes/mesh_set.hpp"
#include "org_bitvox_Meshes.h"

namespace bitvox::meshes {

// What org.bitvox.Meshes knows of them.
struct Facts {
  std::vector<std::int64_t> triangles, open_edges;
  std::vector<std::string> faults;
  std::vector<double> enclosed;
  std::vector<double> low, high;  // of the box

  template <class Each>
  static void fields(Each&& field) {
    field("triangles", &Facts::triangles);
    field("open_edges", &Facts::open_edges);
    field("faults", &Facts::faults);
    field("enclosed", &Facts::enclosed);
    field("low", &Facts::low);
    field("high", &Facts::high);
  }
};

constexpr std::string_view java_name(const Facts*) { return "Meshes"; }

static Facts facts_of(const MeshSet& set) {
  Facts all;
  all.low.assign(set.low.begin(), set.low.end());
  all.high.assign(set.high.begin(), set.high.end());
  for (const MeshFacts& facts : set.facts) {
    all.triangles.push_back(facts.triangles);
    all.open_edges.push_back(facts.open_edges);
    all.faults.push_back(facts.fault);
    all.enclosed.push_back(facts.enclosed);
  }
  return all;
}

}  // namespace bitvox::meshes

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT jlong JNICALL Java_org_bitvox_Meshes_read(JNIEnv* env, jobject self, jobjectArray files,
                                                    jobject listener) {
  return guarded(env, jlong{0}, [&] {
    const std::vector<std::string> paths = paths_of(env, files, "meshes");
    JavaProgress progress(env, listener);
    auto set = std::make_unique<meshes::MeshSet>(meshes::read_meshes(paths, progress));
    write(env, self, meshes::facts_of(*set), "meshes");
    return to_handle(set.release());
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_Meshes_destroy(JNIEnv* env, jclass, jlong handle) {
  guarded(env, [&] { delete &from_handle<meshes::MeshSet>(handle); });
}
