// SPDX-License-Identifier: BSD-2-Clause
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "jni/critical_array.hpp"
#include "jni/handle.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_progress.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/skeleton_graph/skeleton_graph.hpp"
#include "ops/skeleton_graph/skeleton_tags.hpp"
#include "org_bitvox_SkeletonGraph.h"
#include "org_bitvox_SkeletonGraphResult.h"

using namespace bitvox;
using namespace bitvox::jni;
using skeleton_graph::VoxelPosition;

template <>
struct bitvox::jni::JavaEnum<skeleton_graph::Neighbours> {
  static constexpr const char* kType = "Lorg/bitvox/Extent;";
  static constexpr const char* kNames[] = {"VOLUME", "PER_SLICE"};
};

template <>
struct bitvox::jni::JavaEnum<skeleton_graph::Loops> {
  static constexpr const char* kType = "Lorg/bitvox/SkeletonGraph$Loops;";
  static constexpr const char* kNames[] = {"KEEP", "SHORTEST", "DARKEST_BRANCH", "DARKEST_VOXEL"};
};

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

using Columns = std::vector<std::int32_t>;

void append(Columns& column, const VoxelPosition& at) {
  for (const std::int64_t coordinate : {at.x, at.y, at.z}) {
    column.push_back(static_cast<std::int32_t>(coordinate));
  }
}

std::vector<std::int32_t> column(const std::vector<skeleton_graph::Part>& parts,
                                 std::int64_t skeleton_graph::Part::*field) {
  std::vector<std::int32_t> values;
  values.reserve(parts.size());
  for (const skeleton_graph::Part& part : parts) {
    values.push_back(static_cast<std::int32_t>(part.*field));
  }
  return values;
}

std::vector<double> column(const std::vector<skeleton_graph::Part>& parts,
                           double skeleton_graph::Part::*field) {
  std::vector<double> values;
  values.reserve(parts.size());
  for (const skeleton_graph::Part& part : parts) {
    values.push_back(part.*field);
  }
  return values;
}

void set_parts(JavaFields& out, const std::vector<skeleton_graph::Part>& parts) {
  using skeleton_graph::Part;
  constexpr std::size_t kMost = INT32_MAX / 3;
  if (parts.size() > kMost) {
    throw InvalidInput("the image has too many skeletons for a table");
  }
  out.set_ints("branches", column(parts, &Part::branches));
  out.set_ints("junctions", column(parts, &Part::junctions));
  out.set_ints("endPoints", column(parts, &Part::end_points));
  out.set_ints("junctionVoxels", column(parts, &Part::junction_voxels));
  out.set_ints("slabVoxels", column(parts, &Part::slab_voxels));
  out.set_ints("triplePoints", column(parts, &Part::triple_points));
  out.set_ints("quadruplePoints", column(parts, &Part::quadruple_points));
  out.set_doubles("totalLength", column(parts, &Part::total_length));
  out.set_doubles("longestBranch", column(parts, &Part::longest_branch));
  out.set_doubles("longestPath", column(parts, &Part::longest_path));
  Columns first, last;
  for (const Part& part : parts) {
    append(first, part.path_first);
    append(last, part.path_last);
  }
  out.set_ints("pathFirst", first);
  out.set_ints("pathLast", last);
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
    skeleton_graph::Options options;
    options.spacing[0] = fields.get_double("spacingX");
    options.spacing[1] = fields.get_double("spacingY");
    options.spacing[2] = fields.get_double("spacingZ");
    options.shortest = fields.get_double("shortest");
    options.neighbours = fields.get_enum<skeleton_graph::Neighbours>("extent");
    options.loops = fields.get_enum<skeleton_graph::Loops>("loops");
    options.grey = grey ? &*grey : nullptr;
    options.longest_path = fields.get_boolean("longestPath") ? skeleton_graph::LongestPath::kFind
                                                             : skeleton_graph::LongestPath::kSkip;
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
    out.set_long("cutLoops", graph.cut_loops);
    JavaFields columns(env, out.get_object("columns", "Lorg/bitvox/SkeletonBranches;"), "columns");
    set_branches(columns, graph.branches);
    JavaFields parts(env, out.get_object("partColumns", "Lorg/bitvox/SkeletonParts;"), "columns");
    set_parts(parts, graph.parts);
    from_handle<BitVolume>(left) = std::move(graph.skeleton);
    if (graph.longest_paths) {
      from_handle<BitVolume>(paths) = std::move(*graph.longest_paths);
    }
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_SkeletonGraphResult_tagSlice(JNIEnv* env, jclass,
                                                                    jlong skeleton, jobject extent,
                                                                    jint z, jbyteArray pixels) {
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
    const auto neighbours = to_enum<skeleton_graph::Neighbours>(env, extent);
    const CriticalArray target(env, pixels, Access::kWrite);
    skeleton_graph::tag_slice(volume, neighbours, z, static_cast<std::uint8_t*>(target.data()));
  });
}
