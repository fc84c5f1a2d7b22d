// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <vector>

#include "colour/mixture.hpp"
#include "core/error.hpp"
#include "jni/handle.hpp"
#include "jni/java_arrays.hpp"
#include "jni/java_object.hpp"
#include "jni/jni_guard.hpp"
#include "ops/colour_classes/colour_samples.hpp"
#include "org_bitvox_ColourModel.h"
#include "org_bitvox_ColourSamples.h"

using namespace bitvox;
using namespace bitvox::jni;
using colour_classes::ColourSamples;

namespace {

static_assert(sizeof(jint) == sizeof(std::uint32_t));

// Pieces of both arrays, so that neither is copied whole or pinned. get(first, count, to) copies
// labels.
template <class Label, class Get>
void add(JNIEnv* env, jlong handle, jintArray rgb, jarray labels, const Get& get) {
  constexpr jsize kPiece = 1 << 16;
  const jsize count = length_of(env, rgb, "colours");
  if (length_of(env, labels, "labels") != count) {
    throw InvalidInput("colours and labels differ in length");
  }
  std::vector<std::uint32_t> some(kPiece);
  std::vector<Label> own(kPiece);
  for (jsize first = 0; first < count; first += kPiece) {
    const jsize many = std::min(kPiece, count - first);
    env->GetIntArrayRegion(rgb, first, many, reinterpret_cast<jint*>(some.data()));
    get(first, many, own.data());
    rethrow_pending(env);
    from_handle<ColourSamples>(handle).add(some.data(), own.data(), many);
  }
}

}  // namespace

JNIEXPORT jlong JNICALL Java_org_bitvox_ColourSamples_create(JNIEnv* env, jclass) {
  return guarded(env, jlong{0}, [&] { return to_handle(new ColourSamples()); });
}

JNIEXPORT void JNICALL Java_org_bitvox_ColourSamples_destroy(JNIEnv*, jclass, jlong handle) {
  delete &from_handle<ColourSamples>(handle);
}

JNIEXPORT jdoubleArray JNICALL Java_org_bitvox_ColourSamples_points(JNIEnv* env, jclass,
                                                                    jlong handle, jint label,
                                                                    jint most, jint space) {
  return guarded(env, jdoubleArray{nullptr}, [&] {
    const std::vector<std::uint32_t> colours =
        some_colours(from_handle<ColourSamples>(handle), label, most);
    std::vector<double> columns;
    for (const int number : {0, 1, 2}) {
      for (const std::uint32_t rgb : colours) {
        const colour::Point<float> at = colour::point_of(static_cast<colour::Space>(space), rgb);
        columns.push_back(number == 0 ? at.first : number == 1 ? at.second : at.third);
      }
    }
    return array_of(env, columns);
  });
}

JNIEXPORT jboolean JNICALL Java_org_bitvox_ColourSamples_addBytes(JNIEnv* env, jclass, jlong handle,
                                                                  jintArray rgb,
                                                                  jbyteArray labels) {
  return guarded(env, jboolean{JNI_FALSE}, [&] {
    add<std::uint8_t>(env, handle, rgb, labels, [&](jsize first, jsize count, std::uint8_t* to) {
      env->GetByteArrayRegion(labels, first, count, reinterpret_cast<jbyte*>(to));
    });
    return jboolean{JNI_TRUE};
  });
}

JNIEXPORT jboolean JNICALL Java_org_bitvox_ColourSamples_addShorts(JNIEnv* env, jclass,
                                                                   jlong handle, jintArray rgb,
                                                                   jshortArray labels) {
  return guarded(env, jboolean{JNI_FALSE}, [&] {
    add<std::uint16_t>(env, handle, rgb, labels, [&](jsize first, jsize count, std::uint16_t* to) {
      env->GetShortArrayRegion(labels, first, count, reinterpret_cast<jshort*>(to));
    });
    return jboolean{JNI_TRUE};
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_ColourModel_check(JNIEnv* env, jclass, jobject model) {
  guarded(env, [&] { colour::check(read<colour::Model>(env, model, "model")); });
}
