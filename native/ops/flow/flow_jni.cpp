// SPDX-License-Identifier: BSD-2-Clause
#include <optional>
#include <utility>

#include "core/error.hpp"
#include "jni/grey_input.hpp"
#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slice_sink.hpp"
#include "jni/jni_guard.hpp"
#include "jni/references.hpp"
#include "jni/volume_input.hpp"
#include "ops/flow/flow.hpp"
#include "org_bitvox_FlowRun.h"

using namespace bitvox;
using namespace bitvox::jni;

namespace {

// A mask or fractions: one is null.
class FlowInput {
 public:
  FlowInput(JNIEnv* env, jobject mask, jobject fractions) {
    if (fractions != nullptr) {
      fractions_.emplace(env, fractions);
    } else {
      mask_.emplace(env, mask);
    }
  }
  flow::Input input() const {
    return {mask_ ? &mask_->source() : nullptr, fractions_ ? &fractions_->source() : nullptr};
  }

 private:
  std::optional<VolumeInput> mask_;
  std::optional<GreyInput> fractions_;
};

// Hands bodies to org.bitvox.FlowBodyStates.Receiver.accept(frame, bodies), which may be null.
class JavaBodySink final : public flow::BodySink {
 public:
  JavaBodySink(JNIEnv* env, jobject receiver) : env_(env), receiver_(receiver) {}

  flow::BodySink* get() { return receiver_ != nullptr ? this : nullptr; }

  void write_frame(std::int64_t frame, flow::BodyStates&& bodies) override {
    const LocalRef type(env_, env_->FindClass("org/bitvox/FlowBodyStates"));
    rethrow_pending(env_);
    const auto states_class = static_cast<jclass>(type.get());
    const LocalRef states(env_,
                          env_->NewObject(states_class, method(states_class, "<init>", "()V")));
    rethrow_pending(env_);
    write(env_, states.get(), std::move(bodies));
    const LocalRef receiver_type(env_, env_->GetObjectClass(receiver_));
    env_->CallVoidMethod(receiver_,
                         method(static_cast<jclass>(receiver_type.get()), "accept",
                                "(ILorg/bitvox/FlowBodyStates;)V"),
                         static_cast<jint>(frame), states.get());
    rethrow_pending(env_);
  }

 private:
  jmethodID method(jclass type, const char* name, const char* signature) const {
    jmethodID id = env_->GetMethodID(type, name, signature);
    rethrow_pending(env_);
    return id;
  }

  JNIEnv* env_;
  jobject receiver_;
};

}  // namespace

JNIEXPORT void JNICALL Java_org_bitvox_FlowRun_refuseTooLarge(JNIEnv* env, jclass, jobject options,
                                                              jint width, jint height, jint depth,
                                                              jobject listener) {
  guarded(env, [&] {
    JavaProgress progress(env, listener);
    flow::refuse_too_large({width, height, depth}, read<flow::Options>(env, options), progress);
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_FlowRun_expect(JNIEnv* env, jclass, jobject options,
                                                      jobject mask, jobject fractions,
                                                      jobject listener, jobject expectation) {
  guarded(env, [&] {
    const FlowInput input(env, mask, fractions);
    JavaProgress progress(env, listener);
    write(env, expectation,
          flow::expect(input.input(), read<flow::Options>(env, options), progress), "expectation");
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_FlowRun_simulate(JNIEnv* env, jclass, jobject options,
                                                        jobject mask, jobject fractions,
                                                        jobject velocity, jobject movie,
                                                        jobject particles, jobject bodies,
                                                        jobject listener, jobject result) {
  guarded(env, [&] {
    const FlowInput input(env, mask, fractions);
    JavaProgress progress(env, listener);
    OptionalSliceSink velocities(env, velocity), frames(env, movie), points(env, particles);
    JavaBodySink states(env, bodies);
    write(env, result,
          flow::simulate(input.input(), read<flow::Options>(env, options),
                         {velocities.get(), frames.get(), points.get(), states.get()}, progress));
  });
}
