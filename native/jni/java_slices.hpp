// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

#include "core/packing.hpp"
#include "core/volume_source.hpp"

namespace bitvox::jni {

// rule 0 is binary, 1 a range of raw values; as in org.bitvox.VolumeInput.
ForegroundRule foreground_rule(jint rule, jdouble low, jdouble high);

// Packs one Java slice (byte[], short[] or float[]) into words, in one critical region. Throws
// InvalidInput for a wrong type, size or value.
void pack_java_slice(JNIEnv* env, jobject pixels, const ForegroundRule& rule, const Shape& shape,
                     std::uint64_t* words);

// The slices of an image in the Java heap, packed by whichever threads read them. To be made and
// destroyed on the thread of one native call.
class JavaSlices final : public VolumeSource {
 public:
  // slices: an Object[] with one pixel array for each of shape.depth slices.
  JavaSlices(JNIEnv* env, jobjectArray slices, Shape shape, ForegroundRule rule);
  ~JavaSlices() override;
  JavaSlices(const JavaSlices&) = delete;
  JavaSlices& operator=(const JavaSlices&) = delete;

  const Shape& shape() const override { return shape_; }
  void read_slices(std::int64_t first, std::int64_t count, std::uint64_t* words) const override;

 private:
  JNIEnv* env_;
  JavaVM* vm_ = nullptr;
  jobjectArray slices_;  // a global reference: other threads use it
  Shape shape_;
  ForegroundRule rule_;
};

}  // namespace bitvox::jni
