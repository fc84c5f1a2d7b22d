// SPDX-License-Identifier: BSD-2-Clause
#include <optional>
#include <span>

#include "jni/grey_input.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slice_sink.hpp"
#include "jni/jni_guard.hpp"
#include "jni/references.hpp"
#include "jni/volume_input.hpp"
#include "ops/deformation/deformation.hpp"
#include "org_bitvox_Deformation.h"

using namespace bitvox;
using namespace bitvox::jni;

namespace {

// Hands frames to java.util.function.Consumer.accept(DeformationFrame).
class JavaFrameSink final : public deformation::FrameSink {
 public:
  JavaFrameSink(JNIEnv* env, jobject consumer) : env_(env), consumer_(consumer) {
    const LocalRef consumers(env, env->GetObjectClass(consumer));
    accept_ =
        env->GetMethodID(static_cast<jclass>(consumers.get()), "accept", "(Ljava/lang/Object;)V");
    rethrow_pending(env);
  }

  void take(const deformation::Frame& frame) override {
    const LocalFrame references(env_, 4);
    jclass const type = env_->FindClass("org/bitvox/DeformationFrame");
    rethrow_pending(env_);
    jmethodID const make = env_->GetMethodID(type, "<init>", "(IJDD[D[D)V");
    rethrow_pending(env_);
    jobject const object = env_->NewObject(
        type, make, static_cast<jint>(frame.number), static_cast<jlong>(frame.step), frame.strain,
        frame.node_spacing, numbers(frame.places), numbers(frame.displacements));
    rethrow_pending(env_);
    env_->CallVoidMethod(consumer_, accept_, object);
    rethrow_pending(env_);
  }

 private:
  jdoubleArray numbers(std::span<const deformation::Vector> vectors) {
    static_assert(sizeof(deformation::Vector) == 3 * sizeof(jdouble));
    const auto count = static_cast<jsize>(3 * vectors.size());
    jdoubleArray const array = env_->NewDoubleArray(count);
    rethrow_pending(env_);
    env_->SetDoubleArrayRegion(array, 0, count, vectors.empty() ? nullptr : vectors[0].data());
    return array;
  }

  JNIEnv* env_;
  jobject consumer_;
  jmethodID accept_ = nullptr;
};

// The receivers in a Java object, each of which may be null, and the grey image.
class JavaOutputs {
 public:
  JavaOutputs(JNIEnv* env, const JavaFields& outputs, jobject grey)
      : displacement_(env, receiver(outputs, "displacement")),
        warped_(env, receiver(outputs, "warped")) {
    if (jobject frames = outputs.get_object("frames", "Ljava/util/function/Consumer;")) {
      frames_.emplace(env, frames);
    }
    if (grey != nullptr) grey_.emplace(env, grey);
  }
  deformation::Outputs outputs() {
    return {frames_ ? &*frames_ : nullptr, displacement_.get(), grey_ ? &grey_->source() : nullptr,
            warped_.get()};
  }

 private:
  static jobject receiver(const JavaFields& outputs, const char* name) {
    return outputs.get_object(name, "Lorg/bitvox/SliceReceiver;");
  }

  std::optional<JavaFrameSink> frames_;
  OptionalSliceSink displacement_, warped_;
  std::optional<GreyInput> grey_;
};

}  // namespace

JNIEXPORT void JNICALL Java_org_bitvox_Deformation_deform(JNIEnv* env, jobject self, jobject mask,
                                                          jobject grey, jobject outputs,
                                                          jobject listener, jobject result) {
  guarded(env, [&] {
    const VolumeInput volume(env, mask);
    JavaProgress progress(env, listener);
    JavaOutputs sinks(env, JavaFields(env, outputs, "outputs"), grey);
    write(env, result,
          deformation::deform(volume.source(), read<deformation::Options>(env, self),
                              sinks.outputs(), progress));
  });
}
