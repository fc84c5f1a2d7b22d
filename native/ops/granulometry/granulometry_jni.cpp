// SPDX-License-Identifier: BSD-2-Clause
#include <memory>
#include <string>

#include "core/error.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slice_receiver.hpp"
#include "jni/java_string.hpp"
#include "jni/jni_guard.hpp"
#include "jni/string_array.hpp"
#include "jni/volume_input.hpp"
#include "ops/granulometry/granulometry.hpp"
#include "org_bitvox_Granulometry.h"

using namespace bitvox::jni;

namespace {

class JavaMapSink final : public bitvox::OpeningMapSink {
 public:
  JavaMapSink(JNIEnv* env, jobject receiver, const bitvox::Shape& shape)
      : receiver_(env, receiver, shape.width * shape.height) {}

  void write_slice(std::int64_t z, const std::uint16_t* widths) override {
    receiver_.accept(z, widths);
  }

 private:
  JavaSliceReceiver receiver_;
};

// The ordinal of a Java enum with two constants in the same order.
template <class Enum>
Enum from_ordinal(jint ordinal) {
  if (ordinal != 0 && ordinal != 1) {
    throw bitvox::InvalidInput("enum ordinal out of range");
  }
  return static_cast<Enum>(ordinal);
}

}  // namespace

JNIEXPORT jlongArray JNICALL Java_org_bitvox_Granulometry_measure(
    JNIEnv* env, jclass, jobject input, jint phase, jint element, jint edges, jint extent,
    jint max_radius, jstring backend, jint threads, jobject map, jobject listener,
    jobjectArray report) {
  return guarded(env, jlongArray{nullptr}, [&] {
    const VolumeInput volume(env, input);
    JavaProgress progress(env, listener);
    bitvox::GranulometryOptions options;
    options.phase = from_ordinal<bitvox::Phase>(phase);
    options.element = from_ordinal<bitvox::Element>(element);
    options.edges = from_ordinal<bitvox::Edges>(edges);
    options.extent = from_ordinal<bitvox::Extent>(extent);
    options.max_radius = max_radius;
    options.backend = to_string(env, backend, "backend");
    options.threads = threads;

    std::unique_ptr<JavaMapSink> sink;
    if (map != nullptr) {
      sink = std::make_unique<JavaMapSink>(env, map, volume.source().shape());
    }
    const bitvox::Granulometry result =
        bitvox::granulometry(volume.source(), options, sink.get(), progress);

    set_string(env, report, 0, result.run.backend);
    set_string(env, report, 1, result.run.note);
    const auto length = static_cast<jsize>(result.counts.size());
    jlongArray counts = env->NewLongArray(length);
    rethrow_pending(env);
    static_assert(sizeof(jlong) == sizeof(std::int64_t));
    env->SetLongArrayRegion(counts, 0, length, result.counts.data());
    return counts;
  });
}
