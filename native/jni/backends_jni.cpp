// SPDX-License-Identifier: BSD-2-Clause
#include "core/backends/built_for.hpp"
#include "core/backends/dispatch.hpp"
#include "core/error.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "org_bitvox_Backends.h"

using namespace bitvox::jni;

JNIEXPORT jint JNICALL Java_org_bitvox_Backends_count(JNIEnv* env, jclass, jobject listener) {
  return guarded(env, jint{0}, [&] {
    JavaProgress progress(env, listener);
    return static_cast<jint>(bitvox::backends(&progress).size());
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_Backends_describe(JNIEnv* env, jclass, jint place,
                                                         jobject backend) {
  guarded(env, [&] {
    const auto all = bitvox::backends();
    if (place < 0 || static_cast<std::size_t>(place) >= all.size()) {
      throw bitvox::InvalidInput("there is no such backend");
    }
    const bitvox::Backend& found = all[static_cast<std::size_t>(place)];
    JavaFields fields(env, backend, "backend");
    fields.set_string("name", found.name);
    fields.set_boolean("available", found.available);
    fields.set_string("detail", found.detail);
  });
}

JNIEXPORT jstring JNICALL Java_org_bitvox_Backends_builtFor(JNIEnv* env, jclass) {
  return guarded(env, static_cast<jstring>(nullptr), [&] {
    jstring text = env->NewStringUTF(bitvox::built_for().c_str());
    rethrow_pending(env);
    return text;
  });
}
