// SPDX-License-Identifier: BSD-2-Clause
#include "core/dispatch.hpp"
#include "jni/jni_guard.hpp"
#include "jni/string_array.hpp"
#include "org_bitvox_Backends.h"

using namespace bitvox::jni;

JNIEXPORT jobjectArray JNICALL Java_org_bitvox_Backends_describe(JNIEnv* env, jclass) {
  return guarded(env, jobjectArray{nullptr}, [&] {
    std::vector<std::string> triples;
    for (const bitvox::Backend& backend : bitvox::backends()) {
      triples.insert(triples.end(),
                     {backend.name, backend.available ? "yes" : "no", backend.detail});
    }
    return new_string_array(env, triples);
  });
}
