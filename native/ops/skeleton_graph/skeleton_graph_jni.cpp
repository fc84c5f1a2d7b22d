// SPDX-License-Identifier: BSD-2-Clause
#include <optional>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "jni/handle.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/skeleton_graph/skeleton_graph.hpp"
#include "org_bitvox_SkeletonGraph.h"

using namespace bitvox;
using namespace bitvox::jni;
using skeleton_graph::VoxelPosition;

template <>
struct bitvox::jni::JavaEnum<skeleton_graph::Neighbours> {
  static constexpr const char* kType = "Lorg/bitvox/Extent;";
  static constexpr const char* kNames[] = {"VOLUME", "PER_SLICE"};
};

namespace {

// A distance map in float[] slices; few of its values are looked at. For the calling thread.
class JavaDistances final : public skeleton_graph::DistanceMap {
 public:
  JavaDistances(JNIEnv* env, jobjectArray slices, const Shape& shape)
      : env_(env), width_(shape.width) {
    const jsize count = env->GetArrayLength(slices);
    bool fits = count == shape.depth;
    constexpr jint kOtherReferences = 16;
    if (env->EnsureLocalCapacity(count + kOtherReferences) != 0) {
      rethrow_pending(env);
    }
    for (jsize z = 0; z < count && fits; ++z) {
      slices_.push_back(static_cast<jfloatArray>(env->GetObjectArrayElement(slices, z)));
      rethrow_pending(env);
      fits = slices_.back() != nullptr &&
             env->GetArrayLength(slices_.back()) == shape.width * shape.height;
    }
    if (!fits) {
      throw InvalidInput("the distance map and the skeleton differ in size");
    }
  }
  ~JavaDistances() override {
    for (jfloatArray slice : slices_) {
      env_->DeleteLocalRef(slice);
    }
  }
  JavaDistances(const JavaDistances&) = delete;
  JavaDistances& operator=(const JavaDistances&) = delete;

  double at(const VoxelPosition& voxel) const override {
    float value = 0;
    env_->GetFloatArrayRegion(slices_[static_cast<std::size_t>(voxel.z)],
                              static_cast<jsize>(voxel.y * width_ + voxel.x), 1, &value);
    return static_cast<double>(value);
  }

 private:
  JNIEnv* env_;
  std::int64_t width_;
  std::vector<jfloatArray> slices_;
};

using Columns = std::vector<std::int32_t>;

void append(Columns& column, const VoxelPosition& at) {
  for (const std::int64_t coordinate : {at.x, at.y, at.z}) {
    column.push_back(static_cast<std::int32_t>(coordinate));
  }
}

void set_branches(JavaFields& out, const std::vector<skeleton_graph::Branch>& branches) {
  constexpr std::size_t kMost = INT32_MAX / 3;
  if (branches.size() > kMost) {
    throw InvalidInput("the skeleton has too many branches for a table");
  }
  Columns skeleton, voxels, first, last;
  std::vector<double> length, mean_distance;
  for (const skeleton_graph::Branch& branch : branches) {
    skeleton.push_back(static_cast<std::int32_t>(branch.skeleton));
    length.push_back(branch.length);
    voxels.push_back(static_cast<std::int32_t>(branch.voxels));
    append(first, branch.first);
    append(last, branch.last);
    mean_distance.push_back(branch.mean_distance);
  }
  out.set_ints("skeleton", skeleton);
  out.set_doubles("length", length);
  out.set_ints("voxels", voxels);
  out.set_ints("first", first);
  out.set_ints("last", last);
  out.set_doubles("meanDistance", mean_distance);
}

}  // namespace

JNIEXPORT void JNICALL Java_org_bitvox_SkeletonGraph_trace(JNIEnv* env, jobject self, jobject input,
                                                           jlong pruned, jobject listener,
                                                           jobject result) {
  guarded(env, [&] {
    const VolumeInput volume(env, input);
    const JavaFields fields(env, self, "options");
    std::optional<JavaDistances> map;
    if (jobject distances = fields.get_object("distances", "[[F")) {
      map.emplace(env, static_cast<jobjectArray>(distances), volume.source().shape());
    }
    JavaProgress progress(env, listener);
    skeleton_graph::Options options;
    options.spacing[0] = fields.get_double("spacingX");
    options.spacing[1] = fields.get_double("spacingY");
    options.spacing[2] = fields.get_double("spacingZ");
    options.shortest = fields.get_double("shortest");
    options.neighbours = fields.get_enum<skeleton_graph::Neighbours>("extent");
    skeleton_graph::Result graph =
        skeleton_graph::trace(volume.source(), map ? &*map : nullptr, options, progress);

    JavaFields out(env, result, "result");
    out.set_long("skeletons", graph.skeletons);
    out.set_long("endPoints", graph.end_points);
    out.set_long("junctions", graph.junctions);
    out.set_long("junctionVoxels", graph.junction_voxels);
    out.set_long("slabVoxels", graph.slab_voxels);
    out.set_long("innerVoxels", graph.inner_voxels);
    out.set_long("prunedBranches", graph.pruned_branches);
    JavaFields columns(env, out.get_object("columns", "Lorg/bitvox/SkeletonBranches;"), "columns");
    set_branches(columns, graph.branches);
    from_handle<BitVolume>(pruned) = std::move(graph.skeleton);
  });
}
