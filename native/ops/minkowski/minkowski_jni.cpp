// SPDX-License-Identifier: BSD-2-Clause
#include "jni/java_fields.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/minkowski/minkowski.hpp"
#include "org_bitvox_Minkowski.h"

using namespace bitvox;
using namespace bitvox::jni;

template <>
struct bitvox::jni::JavaEnum<minkowski::DirectionSet> {
  static constexpr const char* kType = "Lorg/bitvox/Minkowski$Directions;";
  static constexpr const char* kNames[] = {"THREE", "THIRTEEN"};
};

JNIEXPORT void JNICALL Java_org_bitvox_Minkowski_measure(JNIEnv* env, jobject self, jobject input,
                                                         jobject listener, jobjectArray results) {
  guarded(env, [&] {
    const VolumeInput volume(env, input);
    JavaProgress progress(env, listener);
    const JavaFields fields(env, self, "options");
    minkowski::Options options;
    options.directions = fields.get_enum<minkowski::DirectionSet>("directions");
    options.edges = fields.get_enum<Edges>("edges");
    options.extent = fields.get_enum<Extent>("extent");
    options.spacing = {fields.get_double("spacingX"), fields.get_double("spacingY"),
                       fields.get_double("spacingZ")};
    options.backend = fields.get_string("backend");
    options.threads = fields.get_int("threads");
    const minkowski::Result measured = minkowski::measure(volume.source(), options, progress);

    for (std::size_t i = 0; i < measured.numbers.size(); ++i) {
      const minkowski::ShapeNumbers& numbers = measured.numbers[i];
      const LocalFrame frame(env, 16);
      JavaFields out(env, env->GetObjectArrayElement(results, static_cast<jsize>(i)), "result");
      set_run(out, measured.run);
      out.set_long("voxels", numbers.voxels);
      out.set_double("volume", numbers.volume);
      out.set_double("totalVolume", numbers.total_volume);
      out.set_double("measuredVolume", numbers.measured_volume);
      out.set_double("surface", numbers.surface);
      out.set_double("meanBreadth", numbers.mean_breadth);
      out.set_double("eulerFaces", numbers.euler_faces);
      out.set_double("eulerAll", numbers.euler_all);
      out.set_double("anisotropy", numbers.anisotropy);
      out.set_doubles("intercepts", {numbers.intercepts.begin(), numbers.intercepts.end()});
      out.set_doubles("interceptAxes",
                      {numbers.intercept_axes.begin(), numbers.intercept_axes.end()});
    }
  });
}
