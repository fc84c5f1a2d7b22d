// SPDX-License-Identifier: BSD-2-Clause
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "jni/critical_array.hpp"
#include "jni/handle.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/skeleton_graph/skeleton_graph.hpp"
#include "ops/skeleton_graph/skeleton_tags.hpp"
#include "org_bitvox_SkeletonGraph.h"

using namespace bitvox;
using namespace bitvox::jni;
using skeleton_graph::VoxelPosition;

namespace {

// An image in float[] slices; few of its values are looked at. For the calling thread.
class JavaValues final : public skeleton_graph::VoxelValues {
 public:
  // What the image is, in words.
  JavaValues(JNIEnv* env, jobjectArray slices, const Shape& shape, const std::string& what)
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
      throw InvalidInput(what + " and the skeleton differ in size");
    }
  }
  ~JavaValues() override {
    for (jfloatArray slice : slices_) {
      env_->DeleteLocalRef(slice);
    }
  }
  JavaValues(const JavaValues&) = delete;
  JavaValues& operator=(const JavaValues&) = delete;

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

}  // namespace

JNIEXPORT void JNICALL Java_org_bitvox_SkeletonGraph_trace(JNIEnv* env, jobject self, jobject input,
                                                           jlong left, jlong paths,
                                                           jobject listener, jobject result) {
  guarded(env, [&] {
    const VolumeInput volume(env, input);
    const JavaFields fields(env, self, "options");
    const Shape& shape = volume.source().shape();
    std::optional<JavaValues> map;
    if (jobject distances = fields.get_object("distances", "[[F")) {
      map.emplace(env, static_cast<jobjectArray>(distances), shape, "the distance map");
    }
    std::optional<JavaValues> grey;
    if (jobject slices = fields.get_object("grey", "[[F")) {
      grey.emplace(env, static_cast<jobjectArray>(slices), shape, "the grey image");
    }
    JavaProgress progress(env, listener);
    auto options = read<skeleton_graph::Options>(env, self);
    options.grey = grey ? &*grey : nullptr;
    skeleton_graph::Result graph =
        skeleton_graph::trace(volume.source(), map ? &*map : nullptr, options, progress);
    from_handle<BitVolume>(left) = std::move(graph.skeleton);
    if (graph.longest_paths) {
      from_handle<BitVolume>(paths) = std::move(*graph.longest_paths);
    }
    write(env, result, std::move(graph));
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_SkeletonGraph_tagSlice(JNIEnv* env, jclass, jlong skeleton,
                                                              jboolean per_slice, jint z,
                                                              jbyteArray pixels) {
  guarded(env, [&] {
    const auto& volume = from_handle<BitVolume>(skeleton);
    const Shape& shape = volume.shape();
    if (z < 0 || z >= shape.depth) {
      throw InvalidInput("slice " + std::to_string(z) + " is not one of 0 to " +
                         std::to_string(shape.depth - 1));
    }
    if (pixels == nullptr || env->GetArrayLength(pixels) != shape.width * shape.height) {
      throw InvalidInput("slice and volume differ in size");
    }
    const Extent extent = per_slice == JNI_TRUE ? Extent::kPerSlice : Extent::kVolume;
    const CriticalArray target(env, pixels, Access::kWrite);
    skeleton_graph::tag_slice(volume, extent, z, static_cast<std::uint8_t*>(target.data()));
  });
}
