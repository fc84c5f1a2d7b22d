// SPDX-License-Identifier: BSD-2-Clause
#include "jni/java_fields.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slice_sink.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/distance_map/distance_map.hpp"
#include "org_bitvox_DistanceMap.h"

using namespace bitvox;
using namespace bitvox::jni;

namespace bitvox::jni {

template <>
struct JavaEnum<distance_map::Metric> {
  static constexpr const char* kType = "Lorg/bitvox/DistanceMap$Metric;";
  static constexpr const char* kNames[] = {"EUCLIDEAN", "CITY_BLOCK", "CHESSBOARD"};
};

template <>
struct JavaEnum<distance_map::Region> {
  static constexpr const char* kType = "Lorg/bitvox/DistanceMap$Region;";
  static constexpr const char* kNames[] = {"INSIDE", "OUTSIDE", "SIGNED"};
};

template <>
struct JavaEnum<distance_map::Numbers> {
  static constexpr const char* kType = "Lorg/bitvox/DistanceMap$Numbers;";
  static constexpr const char* kNames[] = {"DISTANCES", "INTEGERS"};
};

}  // namespace bitvox::jni

JNIEXPORT void JNICALL Java_org_bitvox_DistanceMap_measure(JNIEnv* env, jobject self, jobject input,
                                                           jobject map, jobject listener,
                                                           jobject result) {
  guarded(env, [&] {
    const VolumeInput volume(env, input);
    JavaProgress progress(env, listener);
    JavaSliceSink sink(env, map);
    const JavaFields fields(env, self, "options");
    distance_map::Options options;
    options.metric = fields.get_enum<distance_map::Metric>("metric");
    options.region = fields.get_enum<distance_map::Region>("region");
    options.edges = fields.get_enum<Edges>("edges");
    options.extent = fields.get_enum<Extent>("extent");
    options.numbers = fields.get_enum<distance_map::Numbers>("numbers");
    options.spacing = {fields.get_double("voxelWidth"), fields.get_double("voxelHeight"),
                       fields.get_double("voxelDepth")};
    options.backend = fields.get_string("backend");
    options.threads = fields.get_int("threads");
    const distance_map::Result measured =
        distance_map::measure(volume.source(), options, sink, progress);

    JavaFields out(env, result, "result");
    set_run(out, measured.run);
    out.set_double("largestInside", measured.largest_inside);
    out.set_double("largestOutside", measured.largest_outside);
    out.set_long("voxels", measured.voxels);
  });
}
