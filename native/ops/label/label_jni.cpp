// SPDX-License-Identifier: BSD-2-Clause
#include <optional>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "jni/grey_input.hpp"
#include "jni/handle.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slice_sink.hpp"
#include "jni/jni_guard.hpp"
#include "jni/volume_input.hpp"
#include "ops/label/connectivity_jni.hpp"
#include "ops/label/label.hpp"
#include "org_bitvox_Label.h"

using namespace bitvox;
using namespace bitvox::jni;

template <>
struct bitvox::jni::JavaEnum<label::LabelPixels> {
  static constexpr const char* kType = "Lorg/bitvox/Label$Pixels;";
  static constexpr const char* kNames[] = {"IMAGE", "INTEGER"};
};

namespace {

// One column behind the other.
template <class T, std::size_t N>
std::vector<T> joined(std::array<std::vector<T>, N>& columns) {
  std::vector<T> all;
  all.reserve(N * columns[0].size());
  for (std::vector<T>& column : columns) {
    all.insert(all.end(), column.begin(), column.end());
    column = {};
  }
  return all;
}

// Asks now and then whether to go on: columns may be large.
void set_objects(JNIEnv* env, jobject java_objects, label::Objects objects, Progress& progress) {
  constexpr std::size_t kMost = INT32_MAX / 6;
  if (objects.voxels.size() > kMost) {
    throw InvalidInput("there are " + std::to_string(objects.voxels.size()) +
                       " objects, too many for a table");
  }
  JavaFields out(env, java_objects, "objects");
  progress.report(1, 1);
  out.set_longs("voxels", objects.voxels);
  out.set_ints("faces", {objects.faces.begin(), objects.faces.end()});
  progress.report(1, 1);
  out.set_longs("sums", joined(objects.sums));
  progress.report(1, 1);
  out.set_longs("squares", joined(objects.squares));
  progress.report(1, 1);
  out.set_ints("box", joined(objects.box));
  progress.report(1, 1);
  out.set_doubles("surface", objects.surface);
  out.set_longs("euler", objects.euler);
  progress.report(1, 1);
  out.set_doubles("mean", objects.mean);
  out.set_doubles("least", objects.least);
  out.set_doubles("most", objects.most);
}

}  // namespace

JNIEXPORT void JNICALL Java_org_bitvox_Label_label(JNIEnv* env, jobject self, jobject inputs,
                                                   jobject labels, jobject listener,
                                                   jobject result) {
  guarded(env, [&] {
    const JavaFields both(env, inputs, "inputs");
    const VolumeInput volume(env, both.get_object("image", "Lorg/bitvox/VolumeInput;"));
    std::optional<GreyInput> second;
    if (jobject grey = both.get_object("second", "Lorg/bitvox/GreyInput;")) {
      second.emplace(env, grey);
    }
    JavaProgress progress(env, listener);
    const JavaFields fields(env, self, "options");
    label::Options options;
    options.connectivity = fields.get_enum<label::Connectivity>("connectivity");
    options.extent = fields.get_enum<Extent>("extent");
    options.pixels = fields.get_enum<label::LabelPixels>("pixels");
    options.spacing = {fields.get_double("spacingX"), fields.get_double("spacingY"),
                       fields.get_double("spacingZ")};
    options.min_size = fields.get_long("minSize");
    options.max_size = fields.get_long("maxSize");
    options.largest = fields.get_boolean("largest");
    options.no_border = fields.get_boolean("noBorder");
    options.backend = fields.get_string("backend");
    options.threads = fields.get_int("threads");

    label::Outputs outputs;
    OptionalSliceSink sink(env, labels);
    outputs.labels = sink.get();
    std::optional<BitVolume> binary;
    const jlong binary_handle = both.get_long("binary");
    if (binary_handle != 0) {
      binary.emplace(volume.source().shape());
      outputs.binary = &*binary;
    }
    label::Objects objects;
    outputs.objects = &objects;
    outputs.second = second ? &second->source() : nullptr;
    const label::Result labelled = label::label(volume.source(), options, outputs, progress);

    JavaFields out(env, result, "result");
    set_run(out, labelled.run);
    out.set_long("found", labelled.found);
    set_objects(env, out.get_object("objects", "Lorg/bitvox/LabelObjects;"), std::move(objects),
                progress);
    if (binary) {
      from_handle<BitVolume>(binary_handle) = std::move(*binary);
    }
  });
}
