// SPDX-License-Identifier: BSD-2-Clause
#include <optional>

#include "jni/grey_input.hpp"
#include "jni/java_arrays.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slice_sink.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/stiffness/stiffness.hpp"
#include "org_bitvox_Stiffness.h"

using namespace bitvox;
using namespace bitvox::jni;

namespace {

// The body in a Java object with the fields mask, labels and densities, of which one is not null,
// and of labels the arrays label, modulus and poisson.
class JavaBody {
 public:
  JavaBody(JNIEnv* env, const JavaFields& inputs) {
    if (jobject mask = inputs.get_object("mask", "Lorg/bitvox/VolumeInput;"); mask != nullptr) {
      body_.mask = &mask_.emplace(env, mask).source();
    }
    if (jobject labels = grey(inputs, "labels"); labels != nullptr) {
      body_.labels = &labels_.emplace(env, labels).source();
      materials_ = {numbers(inputs, "label"), numbers(inputs, "modulus"),
                    numbers(inputs, "poisson")};
      body_.materials = &materials_;
    }
    if (jobject densities = grey(inputs, "densities"); densities != nullptr) {
      body_.densities = &densities_.emplace(env, densities).source();
    }
  }
  const stiffness::Body& body() const { return body_; }

 private:
  static jobject grey(const JavaFields& inputs, const char* name) {
    return inputs.get_object(name, "Lorg/bitvox/GreyInput;");
  }
  static std::vector<double> numbers(const JavaFields& inputs, const char* name) {
    return doubles_of(inputs.env(), static_cast<jdoubleArray>(inputs.get_object(name, "[D")), name);
  }

  std::optional<VolumeInput> mask_;
  std::optional<GreyInput> labels_, densities_;
  stiffness::Materials materials_;
  stiffness::Body body_;
};

// The receivers in a Java object, each of which may be null.
class JavaStrainMaps {
 public:
  JavaStrainMaps(JNIEnv* env, const JavaFields& maps)
      : energy_(env, receiver(maps, "energy")),
        strain_(env, receiver(maps, "strain")),
        stress_(env, receiver(maps, "stress")),
        displacement_(env, receiver(maps, "displacement")) {}
  stiffness::Maps maps() {
    return {energy_.get(), strain_.get(), stress_.get(), displacement_.get()};
  }

 private:
  static jobject receiver(const JavaFields& maps, const char* name) {
    return maps.get_object(name, "Lorg/bitvox/SliceReceiver;");
  }

  OptionalSliceSink energy_, strain_, stress_, displacement_;
};

}  // namespace

JNIEXPORT void JNICALL Java_org_bitvox_Stiffness_measure(JNIEnv* env, jobject self, jobject inputs,
                                                         jobject maps, jobject listener,
                                                         jobject result) {
  guarded(env, [&] {
    const JavaBody body(env, JavaFields(env, inputs, "inputs"));
    JavaProgress progress(env, listener);
    JavaStrainMaps sinks(env, JavaFields(env, maps, "maps"));
    write(env, result,
          stiffness::stiffness(body.body(), read<stiffness::Options>(env, self), sinks.maps(),
                               progress));
  });
}
