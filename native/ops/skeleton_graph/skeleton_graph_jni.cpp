// SPDX-License-Identifier: BSD-2-Clause
#include <memory>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "jni/handle.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/skeleton_graph/skeleton_graph.hpp"
#include "org_bitvox_SkeletonGraph.h"

using bitvox::VoxelPosition;
using namespace bitvox::jni;

namespace {

// A distance map in float[] slices; few of its values are looked at. For the calling thread.
class JavaDistances final : public bitvox::DistanceMap {
 public:
  JavaDistances(JNIEnv* env, jobjectArray slices, const bitvox::Shape& shape)
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
      throw bitvox::InvalidInput("the distance map and the skeleton differ in size");
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

void append(std::vector<double>& numbers, const VoxelPosition& at) {
  numbers.insert(numbers.end(),
                 {static_cast<double>(at.x), static_cast<double>(at.y), static_cast<double>(at.z)});
}

}  // namespace

// Returns for each branch: skeleton, length, voxels, first voxel, last voxel, mean distance.
JNIEXPORT jdoubleArray JNICALL Java_org_bitvox_SkeletonGraph_trace(
    JNIEnv* env, jclass, jobject input, jobjectArray distances, jdouble x, jdouble y, jdouble z,
    jdouble shortest, jint neighbours, jlong skeleton, jlongArray totals, jobject listener) {
  return guarded(env, jdoubleArray{nullptr}, [&] {
    const VolumeInput volume(env, input);
    std::unique_ptr<JavaDistances> map;
    if (distances != nullptr) {
      map = std::make_unique<JavaDistances>(env, distances, volume.source().shape());
    }
    JavaProgress progress(env, listener);
    bitvox::SkeletonGraphOptions options;
    options.spacing[0] = x;
    options.spacing[1] = y;
    options.spacing[2] = z;
    options.shortest = shortest;
    options.neighbours = neighbours == 0 ? bitvox::Neighbours::kVolume : bitvox::Neighbours::kSlice;
    bitvox::SkeletonGraph graph =
        bitvox::skeleton_graph(volume.source(), map.get(), options, progress);

    const jlong sums[] = {graph.skeletons,       graph.end_points,  graph.junctions,
                          graph.junction_voxels, graph.slab_voxels, graph.pruned_branches};
    env->SetLongArrayRegion(totals, 0, sizeof(sums) / sizeof(sums[0]), sums);
    rethrow_pending(env);
    std::vector<double> numbers;
    for (const bitvox::SkeletonBranch& branch : graph.branches) {
      numbers.insert(numbers.end(), {static_cast<double>(branch.skeleton), branch.length,
                                     static_cast<double>(branch.voxels)});
      append(numbers, branch.first);
      append(numbers, branch.last);
      numbers.push_back(branch.mean_distance);
    }
    if (numbers.size() > std::size_t{INT32_MAX}) {
      throw bitvox::InvalidInput("the skeleton has too many branches for a table");
    }
    const auto length = static_cast<jsize>(numbers.size());
    jdoubleArray returned = env->NewDoubleArray(length);
    rethrow_pending(env);
    env->SetDoubleArrayRegion(returned, 0, length, numbers.data());
    from_handle<bitvox::BitVolume>(skeleton) = std::move(graph.skeleton);
    return returned;
  });
}
